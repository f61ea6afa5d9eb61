"""Housekeeping: the site removes what is kept no longer."""
