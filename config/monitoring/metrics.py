"""Metrics of requests, counted in each web process, for `/metrics`.

Several web processes write to files in one folder, which the one that answers adds up; one alone
keeps them in memory. No label holds an id, an address or a name.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse


def folder() -> Path:
    """Return the folder for the metrics of the web processes at one port."""
    return Path(settings.DATA_DIR / "metrics" / str(settings.PORT))


SHARED = settings.WEB_PROCESSES > 1
if SHARED:  # the library reads it at import
    folder().mkdir(parents=True, exist_ok=True)
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(folder())

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram  # noqa: E402

from config.monitoring import request_counts  # noqa: E402

BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.5, 1.0, 2.5, 5.0)
REGISTRY = CollectorRegistry()
SECONDS = Histogram(
    "fairdeal_request_seconds",
    "Requests by route and status, and how long they took",
    ("route", "status"),
    buckets=BUCKETS,
    registry=REGISTRY,
)
MOVES = Counter("fairdeal_moves", "Moves of people that were answered", registry=REGISTRY)
SOCKETS = Gauge(
    "fairdeal_sockets_open", "Open sockets", registry=REGISTRY, multiprocess_mode="livesum"
)

_series: dict[tuple[str, int], Any] = {}


def clean() -> None:
    """Remove the metrics of an earlier run. The folder stays: another part may start meanwhile."""
    for file in folder().glob("*.db"):
        file.unlink(missing_ok=True)


def count(route: str, status: int, seconds: float) -> None:
    """Count a request."""
    series = _series.get((route, status))
    if series is None:
        series = _series[route, status] = SECONDS.labels(route, str(status))
    series.observe(seconds)
    move = route == MOVE and status < 300
    if move:
        MOVES.inc()
    request_counts.add(seconds, move=move, failed=status >= 500)


MOVE, UNKNOWN = "act", "unknown"


class RequestMetrics:
    """The outermost middleware; counts requests by route."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer and count a request."""
        began = time.perf_counter()
        response = self.get_response(request)
        count(_route(request), response.status_code, time.perf_counter() - began)
        return response


def _route(request: HttpRequest) -> str:
    match = request.resolver_match
    return (match and (match.view_name or match.route)) or UNKNOWN
