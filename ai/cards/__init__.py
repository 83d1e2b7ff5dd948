"""Players of the card game: what a blow is worth, where units are wanted, which card does most, a search over turns.

They play any seat of any scenario, alone, in teams and on the double board, from what the view of the seat tells.
"""
