"""The answer to requests that come too fast."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import get_resolver
from django.utils.module_loading import import_string


def too_many(request: HttpRequest) -> HttpResponse:
    """Return the site's page for error 429, which the addresses of the site name as `handler429`,
    as they do for allauth."""
    addresses: Any = get_resolver().urlconf_module
    response: HttpResponse = import_string(addresses.handler429)(request)
    return response
