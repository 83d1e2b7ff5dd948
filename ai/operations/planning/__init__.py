"""Planning: from stakes to tasks to missions; the part of each unit, the units that rest and the units that wait."""
