"""The tables of a server: accounts, games, what was played and told. SQLite or PostgreSQL."""
