"""Titles of games."""


def short(title: str) -> str:
    """Return a title without its subtitle, for where there is little room."""
    return title.partition(":")[0]
