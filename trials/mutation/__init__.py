"""Mutation checks: small wrong changes to the rules, each of which some test should notice."""
