"""Keyed hashes of the addresses from which people sit down, to recognize accounts that share one
without storing it."""

from django.conf import settings
from django.http import HttpRequest
from django.utils.crypto import salted_hmac

from accounts import limits

LENGTH = 32  # hexadecimal digits


def of(request: HttpRequest) -> str:
    """Return the hash of a request's address (of IPv6 the /64) under the secret key; "" if the
    address is unknown, or RATINGS=open, where nothing reads it."""
    address = limits.address(request)
    if settings.RATINGS != "guarded" or address == "unknown":
        return ""
    return salted_hmac("accounts.origins", address, algorithm="sha256").hexdigest()[:LENGTH]
