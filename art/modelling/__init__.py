"""Sculpts the miniatures of the sand table: distance fields, meshed, painted, written as glTF."""
