"""The fixtures of the browser tests do what they say."""

from collections.abc import Callable

from playwright.sync_api import Page

from tests.kit.chromium import PHONE, PLAIN, STILL


def test_two_people_have_two_browsers(ann: Page, ben: Page) -> None:
    ann.goto("/")
    ben.goto("/")
    ann.context.add_cookies([{"name": "whose", "value": "ann", "url": ann.url}])
    assert "whose" not in {cookie.get("name") for cookie in ben.context.cookies()}


def test_a_phone_a_still_page_and_one_without_javascript(open_page: Callable[..., Page]) -> None:
    phone, plain = open_page(**PHONE, **STILL), open_page(**PLAIN)
    phone.goto("/")
    assert phone.evaluate(
        "[innerWidth, matchMedia('(prefers-reduced-motion: reduce)').matches]"
    ) == [360, True]
    answer = plain.goto("/")
    assert answer
    assert answer.status == 200
