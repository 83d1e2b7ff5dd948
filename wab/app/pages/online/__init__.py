"""Games that lie on servers: the page from which they are begun, joined and gone on with."""
