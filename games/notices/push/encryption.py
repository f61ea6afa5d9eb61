"""Notices sealed for one browser, so that the push service in between cannot read them: RFC 8291,
which is RFC 8188 with keys that both sides agree upon.

Some forty lines over `cryptography`, which is there already, instead of pywebpush: that brings
aiohttp, requests and http-ece, and asks whatever address it is given.
"""

from __future__ import annotations

import os

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

RECORD = 4096  # bytes: everything is one record
STEP = 256  # what is sealed has a multiple of so many bytes: its length tells little
MOST = 3584  # bytes of a notice; push services need not take more than 4096, all in all
AUTH = 16  # bytes of the secret of a browser
_LAST = b"\x02"  # ends the last record, before what fills it up


def point(data: bytes) -> ec.EllipticCurvePublicKey:
    """Return the public key of a browser. Raises ValueError if there is no such point."""
    if len(data) != 65:
        raise ValueError("not an uncompressed point")
    return ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), data)


def seal(
    words: bytes,
    *,
    public: bytes,
    auth: bytes,
    own: ec.EllipticCurvePrivateKey | None = None,
    salt: bytes | None = None,
    step: int = STEP,
) -> bytes:
    """Return a notice that only the browser with this public key and secret can open. Key and salt
    are drawn for each. Raises ValueError if it is too long."""
    if len(words) > MOST:
        raise ValueError("too long")
    own = own or ec.generate_private_key(ec.SECP256R1())
    salt = salt or os.urandom(16)
    ours = own.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    shared = own.exchange(ec.ECDH(), point(public))
    secret = _derived(shared, auth, b"WebPush: info\0" + public + ours, 32)
    key = _derived(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(secret, salt, b"Content-Encoding: nonce\0", 12)
    filling = bytes(-(len(words) + 1) % step)
    sealed = AESGCM(key).encrypt(nonce, words + _LAST + filling, None)
    return salt + RECORD.to_bytes(4) + bytes([len(ours)]) + ours + sealed


def _derived(secret: bytes, salt: bytes, about: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, about).derive(secret)
