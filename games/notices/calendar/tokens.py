"""Tokens in the addresses of calendars."""

from __future__ import annotations

import hashlib
import secrets


def new() -> str:
    """Return a token that nobody guesses: 32 random bytes."""
    return secrets.token_urlsafe(32)


def hashed(token: str) -> str:
    """Return what is stored of a token. It is random, so a plain hash gives nothing away."""
    return hashlib.sha256(token.encode()).hexdigest()
