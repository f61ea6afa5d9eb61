"""Headers of every answer: pages, fragments, files, refusals, the server's own."""

from csp.utils import build_policy
from django.conf import settings

HEADERS = {
    "Content-Security-Policy": build_policy(),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": settings.SECURE_REFERRER_POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": settings.X_FRAME_OPTIONS,
} | (
    {"Strict-Transport-Security": f"max-age={settings.SECURE_HSTS_SECONDS}"}
    if settings.HTTPS
    else {}
)
