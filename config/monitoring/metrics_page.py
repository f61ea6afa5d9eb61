"""`/metrics` in Prometheus' format, for METRICS_ADDRESSES and METRICS_TOKEN."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from ipaddress import ip_address
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead
from prometheus_client.process_collector import ProcessCollector

from config.monitoring import checks, metrics


@never_cache
@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """Answer with the metrics; strangers get 404."""
    if not (_has_token(request) or _has_allowed_address(request)):
        raise Http404
    return HttpResponse(generate_latest(registry()), content_type=CONTENT_TYPE_LATEST)


def _has_token(request: HttpRequest) -> bool:
    word = request.headers.get("Authorization", "")
    token: str = settings.METRICS_TOKEN
    return bool(token) and constant_time_compare(word, f"Bearer {token}")


def _has_allowed_address(request: HttpRequest) -> bool:
    try:
        address: Any = ip_address(request.META.get("REMOTE_ADDR", ""))
    except ValueError:
        return False
    address = getattr(address, "ipv4_mapped", None) or address
    return any(address in network for network in settings.METRICS_ADDRESSES)


def registry() -> CollectorRegistry:
    """Return all metrics: of requests, of this process, and of the site."""
    found = CollectorRegistry()
    if metrics.SHARED:
        _remove_dead_processes()
        MultiProcessCollector(found)  # type: ignore[no-untyped-call]
    else:
        found.register(metrics.REGISTRY)
    ProcessCollector(registry=found)
    found.register(_SiteGauges())
    return found


def _remove_dead_processes() -> None:
    """Remove the sockets of processes that were killed."""
    for file in metrics.folder().glob("gauge_live*.db"):
        pid = int(re.findall(r"\d+", file.stem)[-1])
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            mark_process_dead(pid)  # type: ignore[no-untyped-call]
        except PermissionError:
            continue


class _SiteGauges:
    """Gauges from database and Redis, queried at each scrape."""

    def collect(self) -> Iterable[Metric]:
        """Yield the gauges whose queries succeed."""
        for gauges in (_tables, _mails, _queues):
            with suppress(Exception):
                yield from gauges()


def _tables() -> Iterator[Metric]:
    running, late = checks.running_tables(), checks.bots_behind()
    yield _gauge("fairdeal_tables_running", "Games that run", running)
    yield _gauge(
        "fairdeal_bots_behind_seconds",
        "How long the game has waited that waits longest for a bot",
        late.total_seconds(),
    )
    yield _gauge("fairdeal_disk_free_bytes", "Room on the disk of DATA_DIR", checks.free_bytes())


def _mails() -> Iterator[Metric]:
    found = GaugeMetricFamily("fairdeal_mails", "Mails that wait or have failed", labels=["state"])
    for state, count in checks.mails().items():
        found.add_metric([state], count)
    yield found


def _queues() -> Iterator[Metric]:
    found = GaugeMetricFamily("fairdeal_queue_length", "Messages that wait", labels=["queue"])
    for name, count in checks.messages_waiting().items():
        found.add_metric([name], count)
    yield found


def _gauge(name: str, text: str, value: float) -> GaugeMetricFamily:
    return GaugeMetricFamily(name, text, value=value)
