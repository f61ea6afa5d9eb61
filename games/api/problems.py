"""Refusals as problem details (RFC 9457): the sentence of the page, and a stable code."""

from __future__ import annotations

import json
import re
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

TYPE = "application/problem+json"
CODES = {
    400: "bad_request",
    401: "unauthorized",
    403: "forbidden",
    404: "not_found",
    405: "method_not_allowed",
    413: "too_large",
    429: "too_fast",
    500: "fault",
    503: "away",
}
SENTENCES: dict[int, str | Promise] = {
    400: _("That request cannot be read."),
    401: _("This token does not exist, or it has expired."),
    403: _("That is not allowed here."),
    404: _("There is nothing here."),
    405: _("This address does not accept that method."),
    413: _("That is too large."),
    429: _("That was too fast. Wait a moment, then try again."),
    500: _("The fault is ours. Nothing was changed."),
    503: _("The database is unavailable. Try again in a moment."),
}


class Problem(Exception):
    """A refusal of the API's own."""

    def __init__(
        self, status: int, code: str = "", detail: str | Promise = "", wait: int | None = None
    ) -> None:
        super().__init__(code or CODES[status])
        self.status, self.code = status, code or CODES[status]
        self.detail, self.wait = detail or SENTENCES[status], wait


def code_of(error: Exception) -> str:
    """Return the stable code of a refusal: its class's name in snake case."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", type(error).__name__).lower()


def problem(
    status: int, code: str = "", detail: object = "", wait: int | None = None, **more: Any
) -> HttpResponse:
    """Answer with a refusal. `wait`: the seconds for Retry-After."""
    facts = {
        "type": "about:blank",
        "status": status,
        "code": code or CODES[status],
        "detail": str(detail or SENTENCES[status]),
        **more,
    }
    response = HttpResponse(json.dumps(facts, ensure_ascii=False), content_type=TYPE, status=status)
    if wait is not None:
        response["Retry-After"] = str(wait)
    if status == 401:
        response["WWW-Authenticate"] = 'Bearer realm="api"'
    return response


def is_api_request(request: HttpRequest | None) -> bool:
    """Return whether a request is to the API, also one that could not be read."""
    if request is None:
        return False
    path: str = request.META.get("fairdeal.asked", request.path_info)
    return path.startswith("/api/")
