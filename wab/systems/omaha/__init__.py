"""D-Day at Omaha Beach: the landing of two divisions against the cards (ledger docs/rules/omaha.yaml)."""
