"""Units (BLD-4-31, BLD-9, BLD-10, BLD-12, BLD-14, BLD-15): reserve, refitting, stocks, the port, air and ships."""
