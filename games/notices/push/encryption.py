"""Encryption of notices for one browser, so that the push service cannot read them: RFC 8291.

Forty lines over `cryptography` in place of pywebpush, which brings aiohttp, requests and http-ece,
and calls any address.
"""

from __future__ import annotations

import os

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

RECORD = 4096  # bytes: everything is one record
STEP = 256  # bytes to which texts are padded, so that their length reveals little
MOST = 3584  # bytes of a notice; push services need not accept more than 4096 in all
AUTH = 16  # bytes of a browser's secret
_LAST = b"\x02"  # ends the last record, before the padding


def point(data: bytes) -> ec.EllipticCurvePublicKey:
    """Return the public key of a browser. Raises ValueError for an invalid point."""
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
    """Return a text encrypted for the browser with a public key and secret, by a new key and salt.
    Raises ValueError if it is too long."""
    if len(words) > MOST:
        raise ValueError("too long")
    own = own or ec.generate_private_key(ec.SECP256R1())
    salt = salt or os.urandom(16)
    ours = own.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    shared = own.exchange(ec.ECDH(), point(public))
    secret = _derive(shared, auth, b"WebPush: info\0" + public + ours, 32)
    key = _derive(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derive(secret, salt, b"Content-Encoding: nonce\0", 12)
    padding = bytes(-(len(words) + 1) % step)
    sealed = AESGCM(key).encrypt(nonce, words + _LAST + padding, None)
    return salt + RECORD.to_bytes(4) + bytes([len(ours)]) + ours + sealed


def _derive(secret: bytes, salt: bytes, about: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, about).derive(secret)
