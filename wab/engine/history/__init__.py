"""Games looked back on: the journal, the course, the luck, verdicts."""
