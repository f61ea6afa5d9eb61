"""Leaderboards and profiles in a browser: nothing for axe to find, nothing beside the screen, and
all of it without JavaScript."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_axe import finds_nothing
from tests.kit import environment
from tests.kit.chromium import PHONE, PLAIN, STILL
from tests.kit.servers import Site

FILL = """
import os
os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
import django
django.setup()
from datetime import timedelta
from django.utils import timezone
from tests.ratings.factory import career, ended, people, person, rating, running
now = timezone.now()
people(60)
signe, long = person("Signe"), person("a_very_long_name_of_24ch")
rating(signe, 985, 90, won=17, drawn=5)
rating(long, 975, 100, games=12)
career(signe, long, [30, -10, 25, 8, -12] * 5, since=now - timedelta(days=120))
running(signe, long, to_act="1", flag_at=now + timedelta(days=2, hours=1))
"""


@pytest.fixture(scope="module")
def filled(live_site: Site) -> Site:
    """Somebody has played a lot here."""
    subprocess.run(
        [sys.executable, "-c", FILL], cwd=environment.ROOT, env=live_site.environ, check=True
    )
    return live_site


@pytest.mark.parametrize(
    "path",
    [
        "/leaderboard/lost_cities/?page=2",
        "/leaderboard/lost_cities/?season=2025Q1",
        "/@/Signe/",
        "/@/p1/",
    ],
)
def test_axe_finds_nothing(open_page: Callable[..., Page], filled: Site, path: str) -> None:
    page = open_page(**STILL)
    page.goto(path)
    for summary in page.locator(".more > summary").all():
        summary.click()
    finds_nothing(page)


def test_all_of_it_without_javascript(open_page: Callable[..., Page], filled: Site) -> None:
    page = open_page(**PLAIN, **PHONE)
    page.goto("/")
    page.locator(".menu > summary").click()
    page.get_by_role("link", name="Community").click()
    page.get_by_role("link", name="Leaderboards").click()
    expect(page.get_by_role("heading", name="Leaderboard")).to_be_visible()
    expect(page.locator(".ranking tbody tr")).to_have_count(50)
    page.get_by_role("link", name="Next").click()
    page.get_by_role("link", name="Signe").click()
    expect(page.get_by_role("img", name="Rating from")).to_be_visible()
    page.get_by_text("The same as a table").click()
    expect(page.get_by_role("region", name="Rating by date").locator("tbody tr")).to_have_count(25)
    page.get_by_role("link", name="a_very_long_name_of_24ch").first.click()
    expect(page.get_by_role("heading", name="a_very_long_name_of_24ch")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
