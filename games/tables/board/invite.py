"""A table's link: to send, to copy, and as a QR code."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import urlsplit

from django.conf import settings
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from qrcode.constants import ERROR_CORRECT_M
from qrcode.main import QRCode

QUIET = 4  # modules of margin that the standard asks for
LOOPBACK = frozenset(("localhost", "127.0.0.1", "::1"))


@dataclass(frozen=True, slots=True)
class Invite:
    """The link of a table, in parts."""

    link: str
    host: str
    path: str
    """`host` and `path` together are the link as a reader sees it, without its scheme."""
    far: bool
    """True if other devices can open the link."""

    @property
    def square(self) -> SafeString:
        """Return the QR code as an SVG without colours: the stylesheet fills its path."""
        size, path = _modules(self.link)
        drawing = (
            '<svg class="qr" viewBox="0 0 {0} {0}" role="img" aria-label="{1}"'
            ' shape-rendering="crispEdges"><path d="{2}"/></svg>'
        )
        return format_html(drawing, size, _("The link as a QR code"), path)


def to(table_id: str) -> Invite:
    """Return the link of a table."""
    link = settings.BASE_URL + reverse("table", args=[table_id])
    address = urlsplit(link)
    return Invite(link, address.netloc, address.path.rstrip("/"), address.hostname not in LOOPBACK)


@lru_cache(maxsize=256)  # a waiting table is rendered for every viewer and after every change
def _modules(text: str) -> tuple[int, str]:
    """Return the side length with the quiet zone, and the dark modules as one path of horizontal
    bars."""
    code = QRCode(error_correction=ERROR_CORRECT_M, border=QUIET)
    code.add_data(text)
    code.make(fit=True)
    rows = code.get_matrix()
    bars = []
    for y, row in enumerate(rows):
        x = 0
        while x < len(row):
            begin = x
            while x < len(row) and row[x]:
                x += 1
            if x > begin:
                bars.append(f"M{begin} {y}h{x - begin}v1h-{x - begin}z")
            x += 1
    return len(rows), "".join(bars)
