"""The requests that views of tables get, for the type checker."""

from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails

from accounts.models import User


class Request(HttpRequest):
    """A request as the middleware leaves it. Nobody's `user` has the primary key None."""

    htmx: HtmxDetails
    user: User
