"""Metering of expensive pages: their cost beyond an ordinary page is charged to the address."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar, cast

from django.http import HttpRequest, HttpResponse

from accounts import limits
from accounts.too_many import too_many

P = ParamSpec("P")
R = TypeVar("R", bound=HttpRequest)
# milliseconds of processor time that are free: a class may browse games all day
ORDINARY = 50.0


def metered(
    view: Callable[Concatenate[R, P], HttpResponse],
) -> Callable[Concatenate[R, P], HttpResponse]:
    """Charge the processor time of a view to LIMIT_READING of the address; answer 429 beyond it."""

    @wraps(view)
    def measured(request: R, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        who = limits.address(request)
        if limits.owes("reading", who):
            return too_many(request)
        began = time.thread_time()
        try:
            return view(request, *args, **kwargs)
        finally:
            cost = 1000 * (time.thread_time() - began) - ORDINARY
            if cost > 0:
                limits.charge("reading", who, cost)

    return cast("Callable[Concatenate[HttpRequest, P], HttpResponse]", measured)
