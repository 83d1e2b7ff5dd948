"""Mutation checks: small wrong changes to the rules; some test should notice each of them."""
