"""The sequence of play (BLD-2), the decisions, victory (BLD-19, BLD-20)."""
