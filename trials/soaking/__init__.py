"""Random play under watch: positions to play from, orders to try, and what must hold after each of them."""
