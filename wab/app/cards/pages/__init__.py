"""The pages around a battle, and the tables of the rule book."""
