"""What thinking players of all rule systems share: choices, reasons, levels, deputies, layers that may fail."""
