"""A person's own data in one ZIP. It knows no other app: each provides its sources
(accounts/exporting.py)."""
