"""Reads and checks what is in campaigns/: schemas, loader, packs."""
