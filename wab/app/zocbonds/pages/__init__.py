"""The pages around a battle, lists, and the tables of the rule book."""
