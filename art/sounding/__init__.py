"""The sounds of the game, made of noise, tones and echoes: no recording of anybody is in them."""
