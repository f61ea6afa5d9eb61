"""The answer to too many requests."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import get_resolver
from django.utils.module_loading import import_string


def too_many(request: HttpRequest) -> HttpResponse:
    """Return the site's page for error 429, `handler429` of the URLs, as allauth looks it up."""
    addresses: Any = get_resolver().urlconf_module
    response: HttpResponse = import_string(addresses.handler429)(request)
    return response
