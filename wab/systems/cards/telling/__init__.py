"""The telling of a battle: journal, measures, verdict, ending."""
