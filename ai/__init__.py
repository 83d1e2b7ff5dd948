"""The players that are not people: analysis maps, planners, tactics and agents for every system."""
