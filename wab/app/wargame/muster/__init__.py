"""Units off the map: boxes of counters, page by page, and the places where a unit may come."""
