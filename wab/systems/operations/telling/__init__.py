"""What is told of a battle: journal, measures, verdict, ending."""
