"""Files of games: reading, writing as a game is played, exports, replays."""
