"""Signatures as Standard Webhooks has them: who holds the secret can tell what comes from here."""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
from datetime import datetime

PREFIX = "whsec_"


def new_secret() -> str:
    """Return a secret as its owner copies it: 32 random bytes in base64 behind a prefix."""
    return PREFIX + base64.b64encode(secrets.token_bytes(32)).decode()


def headers(secret: str, *, number: str, body: bytes, now: datetime) -> dict[str, str]:
    """Return the three headers of a signed message. The number stays the same when it is sent
    again, the time does not."""
    stamp = str(int(now.timestamp()))
    signed = b".".join((number.encode(), stamp.encode(), body))
    key = base64.b64decode(secret.removeprefix(PREFIX))
    digest = hmac.new(key, signed, hashlib.sha256).digest()
    return {
        "webhook-id": number,
        "webhook-timestamp": stamp,
        "webhook-signature": f"v1,{base64.b64encode(digest).decode()}",
    }
