"""Play with others: a server holds the truth and the dice, and every seat is sent what it knows and nothing else."""
