"""The position and what changes it: board, deck, hands, orders, events."""
