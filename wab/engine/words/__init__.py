"""Texts that are translated when a person reads them, and errors that speak in such texts."""
