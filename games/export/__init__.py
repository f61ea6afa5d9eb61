"""A person's own data in one ZIP. It knows no other app: config/apps.py finds their
sources."""
