"""A server on this machine that answers as a test says, with a certificate for example.org."""

from __future__ import annotations

import socket
import ssl
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

FINE = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
HOST = "example.org"


@cache
def certificate() -> tuple[bytes, bytes]:
    """Return a certificate for example.org that signs itself, and its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, HOST)])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(HOST)]), critical=False)
        .sign(key, hashes.SHA256())
    )
    return made.public_bytes(serialization.Encoding.PEM), key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )


def trust() -> ssl.SSLContext:
    """Return what believes in that certificate alone."""
    return ssl.create_default_context(cadata=certificate()[0].decode())


@dataclass
class Server:
    """Answers every connection with the same bytes, or by a function of its own."""

    answer: bytes | Callable[[socket.socket], None] = FINE
    secure: bool = True
    heard: list[bytes] = field(default_factory=list)
    """The requests, each whole."""
    named: list[str | None] = field(default_factory=list)
    """The hosts that were asked for in TLS."""

    def __enter__(self) -> Server:
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.threads = [threading.Thread(target=self._serve, daemon=True)]
        self.threads[0].start()
        return self

    def __exit__(self, *error: object) -> None:
        self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()
        self.threads[0].join(5)

    def dial(self, place: tuple[str, int], seconds: float) -> socket.socket:
        """Connect to this server, whatever address is asked for."""
        return socket.create_connection(("127.0.0.1", self.port), seconds)

    def _serve(self) -> None:
        while True:
            try:
                line, _ = self.listener.accept()
            except OSError:
                return
            with line:
                try:
                    self._speak(self._secured(line) if self.secure else line)
                except OSError:
                    continue

    def _secured(self, line: socket.socket) -> ssl.SSLSocket:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        with TemporaryDirectory() as folder:
            path = Path(folder) / "both.pem"
            path.write_bytes(b"".join(certificate()))
            context.load_cert_chain(path)
        context.sni_callback = lambda _line, name, _context: self.named.append(name)
        return context.wrap_socket(line, server_side=True)

    def _speak(self, line: socket.socket) -> None:
        with line:
            line.settimeout(5)
            if callable(self.answer):
                self.answer(line)
                return
            self.heard.append(request(line))
            line.sendall(self.answer)


def request(line: socket.socket) -> bytes:
    """Return a request that comes in, whole. Raises ConnectionError if it ends before."""
    data = b""
    while b"\r\n\r\n" not in data:
        data += _more(line)
    head, _, body = data.partition(b"\r\n\r\n")
    sizes = [row for row in head.lower().split(b"\r\n") if row.startswith(b"content-length:")]
    while len(body) < int(sizes[0].split(b":")[1]):
        body += _more(line)
    return head + b"\r\n\r\n" + body


def _more(line: socket.socket) -> bytes:
    if data := line.recv(4096):
        return data
    raise ConnectionError("it was closed in the middle of a request")
