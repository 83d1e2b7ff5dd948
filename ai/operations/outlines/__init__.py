"""Planning for any system: what goals ask for, the main effort, sharing out of units, missions, plans."""
