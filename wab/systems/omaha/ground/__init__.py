"""The ground: control, lines of communication, what is under water, what a hexside lets pass."""
