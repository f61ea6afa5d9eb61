"""The pages around a table with JavaScript: the check of the shuffles in the browser, the form, the
link, sitting down."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from games.kernel import shuffle
from games.lost_cities.deck import deck, names
from tests.kit.environment import ROOT

pytestmark = pytest.mark.browser

PAGE = """<!doctype html><button data-check="/proof.json">Check</button>
<p id="checked" data-good="good" data-bad="bad" data-unknown="unknown"></p>
<script src="/verify.js"></script>"""


def proof(
    rng: Random,
    *,
    order: str = "random",
    nonces: tuple[str, ...] = ("-", "-"),
    suits: int = 5,
    deals: int = 1,
) -> dict[str, Any]:
    secret, table = rng.randbytes(64), "abcdefghjk"
    due = [("S0", "S1"), *(names(deck(suits)) for _ in range(deals))]
    dealt = [
        list(shuffle.shuffle(secret, nonces, table, number, cards))
        for number, cards in enumerate(due)
    ]
    if order == "seats":
        dealt[0] = sorted(dealt[0])
    facts = {
        "version": 1,
        "table": table,
        "secret": secret.hex(),
        "commitment": shuffle.commitment(secret),
    }
    return facts | {"nonces": list(nonces), "order": order, "deals": dealt}


def exchanged(cards: list[str]) -> list[str]:
    """Return the cards with two of them exchanged."""
    other = next(i for i, card in enumerate(cards) if card != cards[0])
    return [cards[other], *cards[1:other], cards[0], *cards[other + 1 :]]


def test_the_check_in_the_browser_agrees_with_the_kernel(browser: Browser) -> None:
    rng = Random(7)
    # Lengths of nonces on both sides of a block of SHAKE-256, which is 136 bytes.
    honest = [proof(rng, nonces=("n" * length, "m")) for length in (1, 6, 7, 8, 9, 10, 20, 64)]
    honest += [
        proof(rng, suits=6, deals=3),
        proof(rng, order="seats"),
        proof(rng, nonces=("z" * 64,) * 6),
    ]
    # A deck of more than 256 cards needs random numbers of two bytes.
    many = shuffle.shuffle(b"s" * 64, ("-",), "abcdefghjk", 0, [f"{i:03}" for i in range(400)])
    honest.append(
        proof(rng)
        | {
            "secret": (b"s" * 64).hex(),
            "commitment": shuffle.commitment(b"s" * 64),
            "nonces": ["-"],
            "deals": [many],
        }
    )
    first = honest[0]
    wrong: list[dict[str, Any]] = [
        first | {"deals": [first["deals"][0], exchanged(first["deals"][1])]},
        first | {"commitment": "0" * 64},
        first | {"secret": first["secret"][:-2] + ("00" if first["secret"][-2:] != "00" else "01")},
        first | {"nonces": ["n", "o"]},
        first | {"table": "abcdefghjm"},
        first | {"deals": []},
    ]
    page = browser.new_page()
    now: dict[str, Any] = {}

    def answer(route: Route) -> None:
        if route.request.url.endswith("proof.json"):
            route.fulfill(body=json.dumps(now), content_type="application/json")
        elif route.request.url.endswith("verify.js"):
            route.fulfill(path=ROOT / "static" / "js" / "verify.js", content_type="text/javascript")
        else:
            route.fulfill(body=PAGE, content_type="text/html")

    page.route("**/*", answer)
    for verdict, proofs in (
        ("good", honest),
        ("bad", wrong),
        ("unknown", [first | {"version": 2}, {}]),
    ):
        for one in proofs:
            now = one
            page.goto("http://verify.test/")
            page.click("[data-check]")
            expect(page.locator("#checked")).to_have_text(verdict)
    page.close()


def enters(page: Page, then: str) -> None:
    page.goto("/")
    page.evaluate(
        "then => fetch('/accounts/guest/', {method: 'POST', body: new URLSearchParams({next: then,"
        " csrfmiddlewaretoken: document.cookie.match(/csrftoken=([^;]+)/)[1]})})",
        then,
    )
    page.goto(then)


def test_opening_a_table_and_sitting_down_live(ann: Page, ben: Page) -> None:
    ann.context.grant_permissions(["clipboard-read", "clipboard-write"])
    enters(ann, "/tables/new/")
    ann.get_by_text("More choices").click()
    for name, value in (("rounds", "3"), ("private", "on"), ("begins", "me")):
        ann.check(f"input[name={name}][value='{value}']")
    expect(ann.locator("#ticket-points li")).to_have_text(
        [
            "For two players.",
            "3 rounds.",
            "5 suits.",
            "Live: 5 minutes each, and 20 seconds more with every turn."
            " Takes at most about 55 minutes.",
            "Guests play unrated: a rating needs a name that lasts.",
            "Private: only people with the link can see it.",
            "You begin.",
        ]
    )
    expect(ann.locator("#means-normal")).to_have_text("Takes at most about 55 minutes.")
    ann.get_by_role("button", name="Open the table").click()
    expect(ann.locator(".waiting__terms")).to_contain_text("Seat 1 begins.")
    # The page has sent its nonce, and got a new board.
    ann.locator("#board:not([data-uncut])").wait_for()
    ann.get_by_role("button", name="Copy link").click()
    expect(ann.locator("[data-copy]")).to_have_text("Copied")
    assert ann.evaluate("navigator.clipboard.readText()").endswith(ann.url.partition("/t/")[2])
    ben.goto(ann.url)
    ben.get_by_role("button", name="Sit down as a guest").click()
    for page, seat in ((ben, "1"), (ann, "0")):
        expect(page.locator("#board")).to_have_attribute("data-status", "running")
        expect(page.locator("#board")).to_have_attribute("data-seat", seat)


def test_a_clock_is_chosen_with_the_keyboard(ann: Page) -> None:
    enters(ann, "/tables/new/")
    ann.focus("input[name=clock]:checked")
    seen = []
    for _key in range(8):
        ann.keyboard.press("ArrowDown")
        seen.append(ann.input_value("input[name=clock]:checked"))
    # A kind of time control begins with its usual clock. Its other clocks appear when it is chosen.
    assert seen == ["fast", "slow", "custom", "daily", "hours", "weekly", "custom hours", "untimed"]
    for key in ("ArrowUp", "ArrowDown", "ArrowDown", "ArrowDown"):
        ann.keyboard.press(key)
    ann.get_by_label("hours each").fill("100")
    ann.get_by_label("hours in all").fill("50")
    ann.get_by_role("button", name="Open the table").click()
    expect(ann.get_by_role("alert")).to_contain_text(
        "By correspondence, a clock starts with 4 hours"
    )
    expect(ann.get_by_label("hours each")).to_have_value("100")
    ann.get_by_label("hours in all").fill("200")
    expect(ann.locator("#ticket-line")).to_have_text("100 h + 12 h a turn, not rated")
    ann.get_by_role("button", name="Open the table").click()
    expect(ann.locator(".waiting__terms")).to_contain_text("By correspondence: 100 hours each")


def test_a_table_that_is_closed_says_so_at_once(ann: Page, ben: Page) -> None:
    enters(ann, "/tables/new/")
    ann.get_by_role("button", name="Open the table").click()
    expect(ann.locator(".waiting")).to_be_visible()
    enters(ben, ann.url.partition(ann.url.split("/t/")[0])[2])
    expect(ben.get_by_role("button", name="Sit down", exact=True)).to_be_visible()
    ann.get_by_role("button", name="Close the table").click()
    for page in (ann, ben):
        expect(page.get_by_role("heading", name="This table has closed")).to_be_visible()
