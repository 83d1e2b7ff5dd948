"""Lists and pages around the map: records, keys to the counters, tables of the rules, the end."""
