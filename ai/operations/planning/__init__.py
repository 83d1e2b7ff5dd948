"""Planning: from stakes to tasks to missions; what each unit does, which units rest and which wait."""
