"""Movement (BLD-4, BLD-16, BLD-18): marches, calls, arrivals, exits."""
