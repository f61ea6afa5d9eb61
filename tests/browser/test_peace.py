"""Ann and Ben talk through a game of Schotten Totten; Ben goes too far, Ann reports him, and Mia, a
moderator with a second factor, mutes him for a day."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.accounts.test_second_step import code
from tests.browser.player import YOUR_TURN, Player
from tests.kit import environment
from tests.kit.servers import Site

PASSWORD = "correct horse battery"


def signs_up(page: Page, name: str) -> None:
    page.goto("/accounts/signup/")
    page.get_by_label("Name at the table").fill(name)
    page.locator("[name=password1]").fill(PASSWORD)
    page.locator("[name=password2]").fill(PASSWORD)
    page.locator("main form button.button").last.click()
    page.wait_for_url(lambda url: "/accounts/signup/" not in url)


def becomes_a_moderator(site: Site, page: Page, name: str) -> None:
    """Give Mia her office on the machine, and have her set up an app."""
    assert environment.manage(site.environ, "makehost", name, "--moderator").returncode == 0
    page.goto("/desk/")
    expect(page.get_by_text("The desk needs two-step sign-in")).to_be_visible()
    page.goto("/accounts/2fa/totp/activate/")
    if "reauthenticate" in page.url:
        page.locator("[name=password]").fill(PASSWORD)
        page.locator("[name=password]").press("Enter")
        page.wait_for_url("**/totp/activate/")
    secret = re.sub(r"\W", "", page.locator("#key").inner_text())
    page.locator("[name=code]").fill(code(secret, -1))
    page.locator("[name=code]").press("Enter")
    page.wait_for_url("**/recovery-codes/")


def opens_talk(page: Page) -> None:
    page.get_by_role("tab", name="Talk").click()
    expect(page.locator("#talk")).to_be_visible()


def says(page: Page, words: str) -> None:
    page.get_by_label("Your message").fill(words)
    page.get_by_label("Your message").press("Enter")
    expect(page.locator("#talk .said--mine", has_text=words)).to_be_visible()
    expect(page.get_by_label("Your message")).to_have_value("")


def test_from_the_first_hello_to_the_journal(
    ann: Page, ben: Page, open_page: Callable[..., Page], live_site: Site
) -> None:
    mia, cal = open_page(own=True), open_page()
    for page, name in ((ann, "Peace-Ann"), (ben, "Peace-Ben"), (mia, "Peace-Mia")):
        signs_up(page, name)
    ann.goto("/tables/new/?game=schotten_totten&clock=untimed")
    ann.locator("button[type=submit], main form button.button--loud").last.click()
    players = Player(ann), Player(ben)
    ann.locator("#board").wait_for()
    table = players[0].table
    players[1].sits_down_at(table)
    players[0].waits_for_the_start()

    # both hear each other at once, without a page loaded anew, and a guest looks on
    opens_talk(ann)
    expect(ann.get_by_text("Nobody has said anything yet.")).to_be_visible()
    ann.get_by_role("button", name="Good luck").click()
    expect(ben.get_by_role("tab", name="Talk 1")).to_be_visible()
    opens_talk(ben)
    expect(ben.locator("#talk .said", has_text="Good luck")).to_be_visible()
    says(ben, "And to you, Ann")
    expect(ann.locator("#talk .said", has_text="And to you, Ann")).to_be_visible()
    Player(cal).enters()
    cal.goto(f"/t/{table}/")
    opens_talk(cal)
    expect(cal.locator("#talk .said", has_text="And to you, Ann")).to_be_visible()
    cal.get_by_role("button", name="Thinking").click()
    expect(cal.locator("#talk .said--mine")).to_be_visible()

    # some moves, by which no word is lost that is being written
    ann.get_by_label("Your message").fill("a thought")
    for _ in range(2):
        mover = next(player for player in players if player.page.locator(YOUR_TURN).count())
        other = players[1] if mover is players[0] else players[0]
        at = mover.version
        form = mover.page.locator("#moves button[name=code]").first
        mover.page.get_by_role("tab", name="Moves").click()
        form.click()
        expect(mover.board).not_to_have_attribute("data-version", str(at))
        other.waits_for(mover.version)
    opens_talk(ann)
    expect(ann.get_by_label("Your message")).to_have_value("a thought")
    expect(ann.locator("#talk-lines")).not_to_contain_text("Thinking")  # of another room
    opens_talk(ben)
    says(ben, "Are you stupid? Move!")

    # Ann reports what Ben has said
    rude = ann.locator("#talk .said", has_text="Are you stupid?")
    rude.locator("summary").click()
    rude.get_by_role("link", name="Report this").click()
    ann.get_by_label("Insults or hate").check()
    ann.get_by_label("One sentence").fill("He is rude.")
    ann.get_by_role("button", name="Report").click()
    expect(ann.get_by_text("you will be told the outcome")).to_be_visible()

    # Mia sets up her second step, which lets her in, sees what was said around it, and decides
    becomes_a_moderator(live_site, mia, "Peace-Mia")
    mia.goto("/desk/")
    mia.locator("main a[href^='/desk/reports/']", has_text="Peace-Ben").first.click()
    expect(mia.locator(".told__this")).to_contain_text("Are you stupid? Move!")
    expect(mia.locator(".told")).to_contain_text("And to you, Ann")
    expect(mia.get_by_text("He is rude.")).to_be_visible()
    mia.get_by_label("No talk for a day").check()
    mia.get_by_label("Message to Peace-Ben").fill("Let people think.")
    mia.get_by_label("For the journal").fill("An insult, the first.")
    mia.get_by_role("button", name="Decide").click()
    expect(mia.get_by_text("Both have been told.")).to_be_visible()

    # both hear of it, Ben is silent, and the journal tells
    for page, words in ((ann, "A moderator read it, and acted."), (ben, "Let people think.")):
        page.goto("/news/")
        expect(page.get_by_text("A moderator has decided").first).to_be_visible()
        page.get_by_role("link", name="Read", exact=True).first.click()
        expect(page.get_by_text(words)).to_be_visible()
    ben.goto(f"/t/{table}/")
    opens_talk(ben)
    expect(ben.locator("#talk")).to_contain_text("You may not talk until")
    expect(ben.locator("#talk")).to_contain_text("Removed by a moderator.")
    mia.goto("/desk/journal/")
    expect(mia.locator(".journal")).to_contain_text("sanction mute")
    expect(mia.locator(".journal")).to_contain_text("An insult, the first.")
