"""The key and the header with which the site signs pushes (VAPID, RFC 8292)."""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import cache
from urllib.parse import urlsplit

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings

from games.base64url import decoded, encoded, of_json

LIFE = timedelta(hours=12)  # push services accept a day at most


def public_key() -> str:
    """Return the site's public key for browsers."""
    return _public_text(settings.PUSH_KEY)


def signature(endpoint: str, *, now: datetime) -> str:
    """Return the header that identifies the sender to a push service."""
    parts = urlsplit(endpoint)
    claims = {
        "aud": f"{parts.scheme}://{parts.netloc}",
        "exp": int((now + LIFE).timestamp()),
        "sub": contact(),
    }
    signed = ".".join(map(of_json, ({"typ": "JWT", "alg": "ES256"}, claims)))
    pair = decode_dss_signature(
        _private(settings.PUSH_KEY).sign(signed.encode(), ec.ECDSA(hashes.SHA256()))
    )
    sealed = encoded(b"".join(number.to_bytes(32) for number in pair))
    return f"vapid t={signed}.{sealed}, k={public_key()}"


def contact() -> str:
    """Return the contact for push services: the site's address, or a mail address without HTTPS."""
    if settings.HTTPS:
        return str(settings.BASE_URL)
    address = settings.DEFAULT_FROM_EMAIL.rpartition("<")[2].rstrip("> ")
    return f"mailto:{address}"


@cache
def _private(key: str) -> ec.EllipticCurvePrivateKey:
    return ec.derive_private_key(int.from_bytes(decoded(key)), ec.SECP256R1())


@cache
def _public_text(key: str) -> str:
    return encoded(
        _private(key).public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    )
