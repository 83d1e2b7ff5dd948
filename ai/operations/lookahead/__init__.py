"""A look ahead: the enemy's reply to an order, and whole courses rehearsed with imagined dice."""
