"""Ground (BLD-3, BLD-5, BLD-6, BLD-9, BLD-11): costs, stacking, boundaries, supply."""
