"""The knowledge of a side, the events that it sees, and games that it cannot tell from the true one."""
