"""The material of pages: paper, rows, charts, titles, dates."""
