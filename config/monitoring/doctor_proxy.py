"""The address and scheme that the site sees of a visitor through `BASE_URL`, for `manage.py
doctor`, which sends itself a request."""

from __future__ import annotations

import ssl
import urllib.error
import urllib.request

from django.conf import settings
from django.core.signing import BadSignature, TimestampSigner
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

INVENTED = "192.0.2.77"  # an address for documentation (RFC 5737)
LASTS = 60  # seconds
TIMEOUT = 5
Words = tuple[str, str, str]  # state, fact, advice


def _signer() -> TimestampSigner:
    return TimestampSigner(salt="doctor")


@never_cache
@require_safe
def echo(request: HttpRequest, word: str) -> HttpResponse:
    """Answer the doctor with the visitor's address and scheme; others get 404."""
    try:
        _signer().unsign(word, max_age=LASTS)
    except BadSignature:
        raise Http404 from None
    text = f"{request.META.get('REMOTE_ADDR', '')} {request.scheme}\n"
    return HttpResponse(text, content_type="text/plain; charset=utf-8")


def proxy() -> Words:
    """Return the doctor's finding about the proxy."""
    url = f"{settings.BASE_URL}/healthz/seen/{_signer().sign('doctor')}"
    request = urllib.request.Request(url, headers={"X-Forwarded-For": INVENTED})
    try:
        with urllib.request.urlopen(request, timeout=TIMEOUT) as answer:
            address, scheme = answer.read(200).decode().split()
    except urllib.error.HTTPError as error:
        fact = f"{settings.BASE_URL} answers {error.code}"
        return "down", fact, "Is that this site, and BASE_URL and ALLOWED_HOSTS its name?"
    except (OSError, ValueError) as error:
        if isinstance(getattr(error, "reason", error), ssl.SSLCertVerificationError):
            fact = f"{settings.BASE_URL} has a certificate that this machine does not trust"
            return "slow", fact, "Browsers warn of it too, unless they know who made it."
        fact = f"{settings.BASE_URL} does not answer from here ({type(error).__name__})"
        return "slow", fact, "Start the site; else see that BASE_URL can be reached."
    return judge(address, scheme)


def judge(address: str, scheme: str) -> Words:
    """Return the finding for the address and scheme of a request that claims to be INVENTED."""
    fact = f"a visitor by {settings.BASE_URL} is seen as {address or 'nobody'} by {scheme}"
    if settings.HTTPS and scheme != "https":
        return (
            "down",
            fact,
            "Name the proxy in TRUSTED_PROXIES, and let it send X-Forwarded-Proto.",
        )
    if address == INVENTED:
        return (
            "down",
            f"{fact}, which the visitor made up",
            "Let the proxy set X-Forwarded-For anew, or do not trust whoever passed it on.",
        )
    return "well", fact, ""
