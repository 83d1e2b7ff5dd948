"""Maps over all hexes that know no rule system: influence, ways, lines, supply lines."""
