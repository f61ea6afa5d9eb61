"""Origins: keyed hashes of the addresses from which people sit down, to recognize accounts that
share an address without storing it."""

from django.conf import settings
from django.http import HttpRequest
from django.utils.crypto import salted_hmac

from accounts import limits

LENGTH = 32  # hexadecimal digits


def of(request: HttpRequest) -> str:
    """Return the address (of IPv6 the network) hashed under the site's secret key; "" where ratings
    are open, as nothing reads it, or the address is unknown."""
    address = limits.address(request)
    if settings.RATINGS != "guarded" or address == "unknown":
        return ""
    return salted_hmac("accounts.origins", address, algorithm="sha256").hexdigest()[:LENGTH]
