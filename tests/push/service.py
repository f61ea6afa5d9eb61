"""A push service as it stands on the internet, and a browser that has subscribed there: the service
checks who sends, and the browser opens what it gets. Neither uses the code of the site."""

from __future__ import annotations

import base64
import json
import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat


def text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def data(letters: str) -> bytes:
    return base64.urlsafe_b64decode(letters + "=" * (-len(letters) % 4))


class Browser:
    """A browser with a subscription of its own."""

    def __init__(self, endpoint: str, key: ec.EllipticCurvePrivateKey | None = None) -> None:
        self.endpoint = endpoint
        self.key = key or ec.generate_private_key(ec.SECP256R1())
        self.auth = os.urandom(16)

    @property
    def public(self) -> bytes:
        return self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    @property
    def fields(self) -> dict[str, str]:
        """Return what its page sends."""
        return {
            "endpoint": self.endpoint,
            "p256dh": text(self.public),
            "auth": text(self.auth),
        }

    def opens(self, body: bytes) -> bytes:
        """Return what was sealed for it (RFC 8291, section 3.4, from the browser's side)."""
        salt, size, length = body[:16], int.from_bytes(body[16:20]), body[20]
        sender, sealed = body[21 : 21 + length], body[21 + length :]
        assert len(sealed) <= size and length == 65
        theirs = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender)
        shared = self.key.exchange(ec.ECDH(), theirs)
        about = b"WebPush: info\x00" + self.public + sender
        secret = HKDF(hashes.SHA256(), 32, self.auth, about).derive(shared)
        key = HKDF(hashes.SHA256(), 16, salt, b"Content-Encoding: aes128gcm\x00").derive(secret)
        nonce = HKDF(hashes.SHA256(), 12, salt, b"Content-Encoding: nonce\x00").derive(secret)
        words = AESGCM(key).decrypt(nonce, sealed, None).rstrip(b"\x00")
        assert words[-1:] == b"\x02"
        return words[:-1]

    def reads(self, body: bytes) -> dict[str, str]:
        found: dict[str, str] = json.loads(self.opens(body))
        return found


@dataclass
class Taken:
    """A push as it came in."""

    path: str
    headers: dict[str, str]
    body: bytes


@dataclass
class Service:
    """A push service. It answers 201, or what `answers` says of a path: a status with headers, or
    one of the words "hangs", "drips", "babbles"."""

    port: int = 0
    now: datetime | None = None
    taken: list[Taken] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)
    answers: dict[str, Any] = field(default_factory=dict)

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def browser(self, path: str = "/p/ann") -> Browser:
        return Browser(f"{self.origin}{path}")

    def claims(self, authorization: str) -> dict[str, Any]:
        """Return who sends. Raises ValueError unless it is signed, for this service, and for a day
        at most (RFC 8292)."""
        scheme, _, rest = authorization.partition(" ")
        facts = dict(part.strip().split("=", 1) for part in rest.split(","))
        head, body, seal = facts["t"].split(".")
        pair, point = data(seal), data(facts["k"])
        key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
        numbers = int.from_bytes(pair[:32]), int.from_bytes(pair[32:])
        key.verify(
            encode_dss_signature(*numbers), f"{head}.{body}".encode(), ec.ECDSA(hashes.SHA256())
        )
        claims: dict[str, Any] = json.loads(data(body))
        assert self.now is not None
        good = (
            scheme == "vapid"
            and json.loads(data(head)) == {"typ": "JWT", "alg": "ES256"}
            and claims["aud"] == self.origin
            and self.now.timestamp() < claims["exp"]
            and claims["exp"] <= (self.now + timedelta(days=1)).timestamp()
            and claims["sub"].startswith(("mailto:", "https:"))
        )
        if not good:
            raise ValueError(claims)
        return claims


class _Handler(BaseHTTPRequestHandler):
    server: Any

    def do_POST(self) -> None:
        service: Service = self.server.service
        service.asked.append(self.path)
        body = self.rfile.read(int(self.headers["Content-Length"]))
        answer = service.answers.get(self.path, 201)
        if answer == "hangs":
            self.server.over.wait(30)
            return
        if answer == "drips":
            self._drips()
            return
        if answer == "babbles":
            self.wfile.write(b"SSH-2.0-OpenSSH\r\n\r\n" + b"x" * 100_000)
            return
        status, headers = answer if isinstance(answer, tuple) else (answer, {})
        if status == 201:
            status = self._takes(service, body)
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def _takes(self, service: Service, body: bytes) -> int:
        headers = {name.lower(): value for name, value in self.headers.items()}
        try:
            service.claims(headers["authorization"])
        except (ValueError, KeyError, InvalidSignature):
            return 403
        if headers.get("content-encoding") != "aes128gcm" or not headers.get("ttl", "").isdigit():
            return 400
        if len(body) > 4096 or len(headers.get("topic", "")) > 32:
            return 413
        service.taken.append(Taken(self.path, headers, body))
        return 201

    def _drips(self) -> None:
        """Send a header that never ends, a letter at a time."""
        try:
            self.wfile.write(b"HTTP/1.1 201 Created\r\nX: ")
            while not self.server.over.wait(0.02):
                self.wfile.write(b"x")
        except OSError:
            return

    def log_message(self, *args: Any) -> None:
        return None


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, *args: Any) -> None:
        return None  # whoever hangs up does


@contextmanager
def running(now: datetime) -> Iterator[Service]:
    server: Any = _Server(("127.0.0.1", 0), _Handler)
    server.service, server.over = Service(server.server_address[1], now), threading.Event()
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield server.service
    finally:
        server.over.set()
        server.shutdown()
        server.server_close()
        thread.join()


def seconds(call: Any) -> float:
    """Return how long something takes."""
    begun = time.monotonic()
    call()
    return time.monotonic() - begun
