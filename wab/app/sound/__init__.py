"""What is heard: recordings, which of them an event calls for, and the player that lets them sound."""
