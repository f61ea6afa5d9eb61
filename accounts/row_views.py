"""A decorator for views of one row: 404 for those who may not see it, limits, sign-in before
changes."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeAlias, TypeVar

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie

from accounts import limits
from accounts.too_many import too_many

R = TypeVar("R")
View: TypeAlias = Callable[..., HttpResponse]
Decorator: TypeAlias = Callable[[Callable[[Any, R], HttpResponse]], View]


def of_row(find: Callable[[str, Any], R | None], limit: str, page: str = "") -> Decorator[R]:
    """Return a decorator of views that take a row in place of its key in the address.

    `find`: (key, user) → the row; None if it does not exist for this user: 404. `limit`: the rate
    of changes of one user. `page`: the name of the page to which strangers return after they have
    signed in to change something; "": the same address.
    """

    def decorator(view: Callable[[Any, R], HttpResponse]) -> Any:
        @never_cache
        @ensure_csrf_cookie
        @wraps(view)
        def wrapped(request: HttpRequest, **address: str) -> HttpResponse:
            (key,) = address.values()
            row = find(key, request.user)
            if row is None:
                raise Http404
            if request.method == "POST":
                if not request.user.is_authenticated:
                    return to_login(reverse(page, args=[key]) if page else request.path)
                if not limits.allow(limit, request.user.pk):
                    return too_many(request)
            return view(request, row)

        return wrapped

    return decorator


def to_login(there: str) -> HttpResponse:
    """Send a visitor to the log-in, and then to a path."""
    url = f"{reverse('account_login')}?next={there}"
    return HttpResponseRedirect(url, status=303)
