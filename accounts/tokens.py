"""The text of a token: `fdp_` for a personal one, `fda_` and `fdr_` for those of an app, 36 random
letters and digits, and a checksum of six, by which secret scanners recognize a token."""

from __future__ import annotations

import hashlib
import re
import secrets
import string
from zlib import crc32

PERSONAL, APP, REFRESH = "fdp_", "fda_", "fdr_"
LETTERS = string.digits + string.ascii_letters
FORM = re.compile(r"fd[par]_[0-9A-Za-z]{42}")
KNOWN_BY = 8  # letters, in the settings


def new(kind: str = PERSONAL) -> str:
    """Return a token of 214 random bits."""
    body = "".join(secrets.choice(LETTERS) for _ in range(36))
    return kind + body + _checksum(body)


def is_whole(text: str) -> bool:
    """Return whether a text has the form and the checksum of a token."""
    if not FORM.fullmatch(text):
        return False
    body = text[len(PERSONAL) :]
    return _checksum(body[:-6]) == body[-6:]


def hashed(text: str) -> str:
    """Return the hash of a token, which is stored."""
    return hashlib.sha256(text.encode()).hexdigest()


def _checksum(body: str) -> str:
    """Return the CRC-32 of a text in base 62, in six letters."""
    rest, letters = crc32(body.encode()), ""
    for _ in range(6):
        rest, letter = divmod(rest, 62)
        letters = LETTERS[letter] + letters
    return letters
