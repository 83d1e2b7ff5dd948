"""Units outside combat: losses, supply, reserve, replacements, entry and withdrawal."""
