"""The server's pages for people with a browser: accounts, games, talk, ranking. They work without a script."""
