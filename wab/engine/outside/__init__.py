"""Other packages and other processes."""
