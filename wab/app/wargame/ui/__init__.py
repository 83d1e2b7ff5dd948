"""The desk that panels read and use, the places of panels, and their shared parts."""
