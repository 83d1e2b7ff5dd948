"""The sequence of play: phases, cards, events, questions, victory."""
