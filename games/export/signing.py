"""The site's signatures on exported data: JWS (RFC 7515) with Ed25519 (RFC 8037). The public key is
at /.well-known/fairdeal-key.json."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from typing import Any

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from django.conf import settings

from games.base64url import decoded, encoded, of_json

HEAD = {"alg": "EdDSA"}


class InvalidJws(ValueError):
    """A text without a valid signature by the given key."""


def sign(facts: Mapping[str, Any]) -> str:
    """Return facts as a JWS of the site, with `iss`."""
    signed = ".".join(map(of_json, (HEAD, {"iss": settings.BASE_URL, **facts})))
    return f"{signed}.{encoded(_private(settings.SIGNING_KEY).sign(signed.encode()))}"


def issuer(text: str) -> str:
    """Return the signer that a text claims, unverified. Raises InvalidJws."""
    return str(_facts(text).get("iss", ""))


def verified(text: str, key: str) -> dict[str, Any]:
    """Return the facts of a text that a public key has signed. Raises InvalidJws."""
    facts = _facts(text)
    signed, _, signature = text.rpartition(".")
    try:
        if json.loads(decoded(signed.partition(".")[0])) != HEAD:
            raise InvalidJws("another algorithm")
        Ed25519PublicKey.from_public_bytes(decoded(key)).verify(decoded(signature), signed.encode())
    except (InvalidSignature, ValueError, RecursionError) as error:
        raise InvalidJws(str(error)) from error
    return facts


def public_key() -> dict[str, str]:
    """Return the site's key as a JWK (RFC 8037)."""
    key = _private(settings.SIGNING_KEY).public_key().public_bytes_raw()
    return {"kty": "OKP", "crv": "Ed25519", "use": "sig", "alg": "EdDSA", "x": encoded(key)}


def _facts(text: str) -> dict[str, Any]:
    try:
        _head, facts, _signature = text.split(".")
        found = json.loads(decoded(facts))
    except (ValueError, RecursionError) as error:
        raise InvalidJws(str(error)) from error
    if not isinstance(found, dict):
        raise InvalidJws("no facts")
    return found


@cache
def _private(key: str) -> Ed25519PrivateKey:
    return Ed25519PrivateKey.from_private_bytes(decoded(key))
