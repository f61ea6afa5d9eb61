"""The request type of the views of tables."""

from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails

from accounts.models import User


class Request(HttpRequest):
    """A request after the middleware. A visitor without an account has a `user` whose primary key
    is None."""

    htmx: HtmxDetails
    user: User
