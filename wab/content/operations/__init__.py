"""The flagship's data: shapes, loader and checks of campaigns/operations."""
