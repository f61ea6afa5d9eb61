"""axe finds nothing on any page: light and dark, 360 and 1280 px wide. Pages fit into 320 px, and
boards into 360."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from axe_playwright_python.base import AXE_SCRIPT  # type: ignore[import-untyped]
from playwright.sync_api import Page, expect

from tests.browser.opponent import Opponent, at_a_table
from tests.browser.player import ENDED, Player, skip
from tests.kit.chromium import STILL
from tests.kit.forward import Forward
from tests.kit.servers import Site

EVERYTHING = {"rules": {"target-size": {"enabled": True}}}
# all that a dark page may do wrong which a light one of its width does not
COLOURS = {"runOnly": ["color-contrast"]}
LOOKS = [
    ("light", 360, EVERYTHING),
    ("dark", 360, COLOURS),
    ("dark", 1280, EVERYTHING),
    ("light", 1280, COLOURS),
]
NARROWEST = 320  # of pages without a board
SETTLED = """async () => {
  const settled = async () => {
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
    await Promise.all(document.getAnimations().map((running) => running.finished.catch(() => 0)));
  };
  await Promise.race([settled(), new Promise((enough) => setTimeout(enough, 5000))]);
}"""  # Chromium has shown no further frame of a page that lived on; axe needs none
RUN = """async (options) => {
  const why = (node) => [...node.any, ...node.all, ...node.none].map((check) =>\
 check.message).join("; ");
  return (await axe.run(document, { resultTypes: ["violations"], ...options }))\
.violations.flatMap((found) =>
    found.nodes.map((node) => `${found.id} (${found.impact}): ${node.html.slice(0, 160)}\
 ${why(node)}`));
}"""


def finds_nothing(page: Page) -> None:
    """In every look of the page as it stands now."""
    if not page.evaluate("Boolean(window.axe)"):
        page.evaluate(AXE_SCRIPT)
    found = []
    for scheme, width, options in LOOKS:
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        page.set_viewport_size({"width": width, "height": 740 if width == 360 else 800})
        page.evaluate(SETTLED)
        found += [
            f"{page.url}, {scheme}, {width} px: {fault}" for fault in page.evaluate(RUN, options)
        ]
        found += too_wide(page, width)
    if not page.locator("#board").count():
        page.set_viewport_size({"width": NARROWEST, "height": 640})
        found += too_wide(page, NARROWEST)
    assert not found, "\n" + "\n".join(found)


def too_wide(page: Page, width: int) -> list[str]:
    """Return a fault if the page has to be scrolled sideways."""
    wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    return [f"{page.url} is {wide} px too wide for {width} px"] if wide > 0 else []


@pytest.fixture
def still(open_page: Callable[..., Page]) -> Page:
    return open_page(**STILL)


PUBLIC = [
    "/",
    "/daily/",
    "/games/",
    "/watch/",
    "/games/archive/",
    "/players/",
    "/players/?q=an",
    "/clubs/",
    "/events/",
    "/duplicate/",
    "/games/lost_cities/",
    "/rules/lost_cities/",
    "/rules/schotten_totten/",
    "/rules/odin/",
    "/rules/exhibition/",
    "/accounts/signup/",
    "/accounts/login/",
    "/accounts/guest/",
    "/accounts/password/reset/",
    "/nothing/",
    "/offline/",
]
OWN = [
    "/",
    "/accounts/",
    "/accounts/password/change/",
    "/accounts/email/",
    "/accounts/2fa/",
    "/accounts/close/",
    "/news/",
    "/notices/",
    "/notices/last/",
    "/push/",
    "/webhook/",
    "/webhook/?kind=matrix",
    "/calendar/",
    "/tables/new/",
    "/clubs/new/",
]


def test_faults_are_found(still: Page) -> None:
    still.goto("/games/")
    still.evaluate(
        "document.querySelector('main')"
        ".append(Object.assign(new Image(), { src: '/static/none.png' }))"
    )
    with pytest.raises(AssertionError, match="image-alt"):
        finds_nothing(still)


@pytest.mark.parametrize("path", PUBLIC)
def test_pages_for_everybody(still: Page, path: str) -> None:
    still.goto(path)
    finds_nothing(still)


def test_pages_of_a_guest(still: Page, live_site: Site) -> None:
    Player(still).enters()
    Opponent(live_site).visitor.opens()
    for path in ("/", "/tables/new/", "/accounts/"):
        still.goto(path)
        finds_nothing(still)


def signs_up(page: Page, name: str) -> None:
    page.goto("/accounts/signup/")
    page.fill("[name=username]", name)
    for field in ("password1", "password2"):
        if page.locator(f"[name={field}]").count():
            page.fill(f"[name={field}]", "six red herrings")
    page.locator("main form button[type=submit], main form button:not([type])").first.click()
    page.wait_for_url(lambda url: "signup" not in url)


def test_pages_of_somebody_with_an_account(still: Page) -> None:
    signs_up(still, "annie")
    for path in OWN:
        still.goto(path)
        finds_nothing(still)


def test_forms_that_refuse(still: Page) -> None:
    still.goto("/accounts/login/")
    still.fill("[name=login]", "nobody")
    still.fill("[name=password]", "six red herrings")
    still.locator("main form button[type=submit], main form button:not([type])").first.click()
    expect(still.locator("[role=alert], .errorlist, .field__error").first).to_be_visible()
    finds_nothing(still)


def test_a_table_that_waits(still: Page, open_page: Callable[..., Page]) -> None:
    host = Player(still)
    host.enters()
    host.opens_a_table()
    finds_nothing(still)
    stranger = open_page(**STILL)
    stranger.goto(still.url)
    finds_nothing(stranger)
    guest = open_page(**STILL)
    Player(guest).enters()
    finds_nothing(guest)
    guest.goto(still.url)
    finds_nothing(guest)


@pytest.fixture
def seated(still: Page, live_site: Site) -> Callable[..., tuple[Player, Opponent]]:
    """Ann in the browser, to move first, and Ben."""

    def sit(**choices: object) -> tuple[Player, Opponent]:
        return at_a_table(still, live_site, **choices)

    return sit


Seated = Callable[..., tuple[Player, Opponent]]


def test_a_table_from_a_turn_to_the_end(
    seated: Seated, open_page: Callable[..., Page], forward: Forward
) -> None:
    """Boards of every game are in the gallery (tests/gallery); this one is in its whole page."""
    ann, ben = seated()
    page = ann.page
    page.locator(".slot > label.card").nth(2).click()
    finds_nothing(page)
    skip(forward, ann, entries=40)
    for tab in ("moves", "options"):
        page.keyboard.press(tab[0])
        finds_nothing(page)
    ben.visitor.post(f"/t/{ben.table}/resign/")
    page.locator(ENDED).wait_for()
    cal = open_page(**STILL)
    for address in ("", "log/", "fair/", "?ply=2"):
        cal.goto(f"/t/{ben.table}/{address}")
        finds_nothing(cal)


def test_the_sheets_of_schotten_totten(seated: Seated, forward: Forward) -> None:
    ann, _ben = seated(game="schotten_totten", tactics="on", rounds=2)
    page = ann.page
    skip(forward, ann, entries=40)
    proofs = page.locator("input[id^='proof-']")
    while not proofs.count():
        skip(forward, ann, entries=2)
    proofs.first.evaluate("(radio) => radio.click()")
    expect(page.locator(".sheet:visible")).to_contain_text("You have")
    finds_nothing(page)


def test_the_last_minute(seated: Seated) -> None:
    ann, _ben = seated(clock="custom 60+5")
    expect(ann.page.locator(".strip--mine").get_by_text("under a minute")).to_be_visible()
    finds_nothing(ann.page)


def test_a_clock_of_ones_own(still: Page) -> None:
    Player(still).enters()
    still.goto("/tables/new/")
    still.get_by_text("By correspondence").first.click()
    still.locator(".chip:visible", has_text="Other").click()
    expect(still.locator("[name=hours]")).to_be_visible()
    finds_nothing(still)


def test_waiting_at_a_rated_table(still: Page, open_page: Callable[..., Page]) -> None:
    host = open_page(**STILL)
    signs_up(host, "anne")
    host.goto("/tables/new/")
    host.get_by_text("No clock").first.click()
    expect(host.get_by_text("A game without a clock is not rated.").first).to_be_visible()
    finds_nothing(host)
    host.get_by_text("Live").first.click()
    host.get_by_role("button", name="Open the table").click()
    finds_nothing(host)
    still.goto(host.url)
    expect(still.get_by_role("link", name="Create an account")).to_be_visible()
    finds_nothing(still)
