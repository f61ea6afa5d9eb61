"""Pages that may be dear are paid for: what they cost beyond an ordinary page is counted for the
address that asked."""

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
# milliseconds of processor time, which nobody counts: a class that leafs through games all day
# costs nothing
ORDINARY = 50.0


def metered(
    view: Callable[Concatenate[R, P], HttpResponse],
) -> Callable[Concatenate[R, P], HttpResponse]:
    """Measure the processor time of a view, and refuse it (429) to an address that has used up what
    LIMIT_READING gives it."""

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
