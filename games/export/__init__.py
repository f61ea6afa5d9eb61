"""A person's own data in one ZIP. It imports no other app: config/apps.py finds the sources."""
