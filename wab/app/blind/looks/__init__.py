"""What things look like and are called: counters, reports of the enemy, the ground."""
