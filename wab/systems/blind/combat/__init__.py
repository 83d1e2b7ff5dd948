"""Combat (BLD-7, BLD-8, BLD-12, BLD-13): the table on which a hex is opened."""
