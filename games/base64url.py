"""Unpadded base64url (RFC 4648) for signed tokens."""

from __future__ import annotations

import base64
import json


def encoded(data: bytes) -> str:
    """Return bytes as unpadded base64url."""
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def decoded(text: str) -> bytes:
    """Return the bytes of an unpadded base64url. Raises ValueError."""
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)


def of_json(value: object) -> str:
    """Return a value as compact JSON in base64url."""
    return encoded(json.dumps(value, separators=(",", ":")).encode())
