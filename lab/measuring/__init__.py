"""Games played to measure something: a store that can be continued, statistics, pictures, pages of docs."""
