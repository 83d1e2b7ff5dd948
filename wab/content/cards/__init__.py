"""The card game's data: shapes, loader and checks of campaigns/cards."""
