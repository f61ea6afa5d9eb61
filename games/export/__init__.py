"""Everything of somebody's own in one ZIP. It knows no other app: each provides its sources
(accounts/exporting.py)."""
