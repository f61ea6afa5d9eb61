"""Where somebody sits down from, so that accounts which share an address can be told apart from
others: a keyed hash, never the address."""

from django.conf import settings
from django.http import HttpRequest
from django.utils.crypto import salted_hmac

from accounts import limits

LENGTH = 32  # hexadecimal digits


def of(request: HttpRequest) -> str:
    """A hash of the address (of the network, with IPv6) under the site's secret key. Empty where
    ratings are open, as nobody asks then, and where the address is not known."""
    address = limits.address(request)
    if settings.RATINGS != "guarded" or address == "unknown":
        return ""
    return salted_hmac("accounts.origins", address, algorithm="sha256").hexdigest()[:LENGTH]
