"""`/metrics`: for whom it is there, and what it tells."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from ipaddress import ip_network
from pathlib import Path

import pytest
from django.test import Client

from config.monitoring import metrics, request_counts
from tests.kit.servers import Site, wait_until

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("address", "header", "status"),
    [
        ("192.0.2.1", "", 404),
        ("192.0.2.1", "Bearer wrong", 404),
        ("192.0.2.1", "Bearer ", 404),
        ("192.0.2.1", "Bearer open sesame", 200),
        ("10.0.0.7", "", 200),
        ("::ffff:10.0.0.7", "", 200),
        ("", "", 404),
    ],
)
def test_only_those_whom_the_host_names_may_read(
    client: Client, settings: object, address: str, header: str, status: int
) -> None:
    settings.METRICS_ADDRESSES = [ip_network("10.0.0.0/8")]
    settings.METRICS_TOKEN = "open sesame"
    headers = {"Authorization": header} if header else {}
    assert client.get("/metrics", headers=headers, REMOTE_ADDR=address).status_code == status


def test_nobody_may_where_nobody_is_named(client: Client) -> None:
    assert client.get("/metrics").status_code == 404
    assert client.get("/metrics", headers={"Authorization": "Bearer "}).status_code == 404


def test_requests_count_by_route_and_status_and_nothing_names_anybody(
    client: Client, settings: object
) -> None:
    settings.METRICS_ADDRESSES = [ip_network("127.0.0.1")]
    client.get("/t/nobodystable/")
    client.get("/healthz")
    text = client.get("/metrics").content.decode()
    assert 'fairdeal_request_seconds_count{route="healthz",status="200"}' in text
    assert 'route="table",status="404"' in text
    assert "nobodystable" not in text
    for name in ("tables_running", "queue_length", "mails", "sockets_open", "bots_behind_seconds"):
        assert f"\nfairdeal_{name}" in text


def test_parts_that_start_beside_the_web_server_keep_the_folder(
    tmp_path: Path, settings: object
) -> None:
    settings.DATA_DIR = tmp_path
    metrics.clean()  # nothing is there the first time
    metrics.folder().mkdir(parents=True)
    (metrics.folder() / "counter_7.db").write_bytes(b"of an earlier run")
    metrics.clean()
    assert list(metrics.folder().iterdir()) == []


@pytest.mark.site
def test_several_processes_are_added_up(tmp_path: Path) -> None:
    site = Site(tmp_path / "site", METRICS_TOKEN="t", WEB_PROCESSES="2")
    site.run()
    with site.killed_on_failure():
        asked = 0

        def both_have_answered() -> bool:
            """Ask twenty times at once: what one process has no time for, the other takes."""
            nonlocal asked
            with ThreadPoolExecutor(20) as pool:
                answers = list(pool.map(lambda _: site.get("/games/")[0], range(20)))
            assert answers == [200] * 20
            asked += 20
            return len(list((tmp_path / "site/metrics").rglob("histogram_*.db"))) >= 2

        wait_until(both_have_answered, "both processes have answered")
        line = f'fairdeal_request_seconds_count{{route="rules",status="200"}} {asked}.0'
        for _ in range(6):
            assert line in site.get("/metrics", Authorization="Bearer t")[2].decode()
    site.stop()


def test_the_slowest_of_twenty_is_beyond_what_is_told() -> None:
    assert request_counts.percentile_95({}) is None
    assert request_counts.percentile_95({"ms5": 95, "slower": 5}) == 5
    assert request_counts.percentile_95({"ms5": 90, "ms200": 10}) == 200
