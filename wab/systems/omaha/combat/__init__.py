"""Combat (OMA-6, OMA-8, OMA-9): German fire and guns, American attacks and barrages, German arrivals."""
