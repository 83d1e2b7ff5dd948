"""Movement: landing, and the actions by which units move on land."""
