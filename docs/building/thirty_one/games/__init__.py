"""Thirty One: whoever brings the total over 31 loses."""
