"""The ground: costs, crossings, columns, supply lines, beaches, weather."""
