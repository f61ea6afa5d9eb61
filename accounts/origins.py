"""Origins: a keyed hash of the address from which somebody sits down. So accounts which share an
address can be told apart from others, and no address is kept."""

from django.conf import settings
from django.http import HttpRequest
from django.utils.crypto import salted_hmac

from accounts import limits

LENGTH = 32  # hexadecimal digits


def of(request: HttpRequest) -> str:
    """Return a hash of the address (of the network, with IPv6) under the site's secret key. It is
    empty where ratings are open, as nothing reads it then, and where the address is not known."""
    address = limits.address(request)
    if settings.RATINGS != "guarded" or address == "unknown":
        return ""
    return salted_hmac("accounts.origins", address, algorithm="sha256").hexdigest()[:LENGTH]
