"""Random requests at a running site, from a seed: whatever is sent, no page may fail, and nothing
of it may come back as markup.

    make fuzz REQUESTS=10000 SEED=7        on SQLite, then on PostgreSQL

A failure prints the seed, the number of the request and a line for curl.
"""
