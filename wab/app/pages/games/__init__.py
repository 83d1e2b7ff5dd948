"""Games that are kept: saves, the library, the career."""
