"""Error handlers: a problem for addresses of the API, the site's page for others."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse

from games.api.problems import is_api_request, problem
from games.lobby import views

Handler = Callable[..., HttpResponse]


def _either(status: int, page: Handler) -> Handler:
    def answer(request: HttpRequest | None = None, *args: Any, **kwargs: Any) -> HttpResponse:
        if not is_api_request(request):
            return page(request, *args, **kwargs)
        if status != 500:
            return problem(status, wait=views.WAIT if status == 429 else None)
        shown = page(request, *args, **kwargs)  # which writes the log, and knows why
        response = problem(shown.status_code, wait=views.SOON if shown.status_code == 503 else None)
        if "Fairdeal-Error" in shown.headers:
            response["Fairdeal-Error"] = shown["Fairdeal-Error"]
        return response

    return answer


error_400 = _either(400, views.error_400)
error_403 = _either(403, views.error_403)
csrf_failure = _either(403, views.csrf_failure)
error_404 = _either(404, views.error_404)
error_405 = _either(405, views.error_405)
error_413 = _either(413, views.error_413)
error_429 = _either(429, views.error_429)
error_500 = _either(500, views.error_500)
