"""Odin in browsers: one plays a whole game with a thumb at 360 px, four end one together. They tick
cards, read what these come to, play, take and pass."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.opponent import Opponent
from tests.browser.player import ENDED, YOUR_TURN, Player, skip
from tests.browser.test_axe import finds_nothing
from tests.browser.test_phone import fits
from tests.kit.chromium import PHONE, STILL
from tests.kit.forward import Forward
from tests.kit.servers import Site
from tests.kit.visitor import Visitor

PICK = """() => {
  const sets = [...document.querySelectorAll('#moves button[value^="play "]')]\
.map((button) => button.value.split(' ').slice(1));
  return sets.sort((a, b) => b.length - a.length)[0] || null;
}"""


def plays(player: Player) -> None:
    """One step, by what is to be seen: the biggest set, a beaten card, or else a pass."""
    page, version = player.page, player.version
    goes_on(player)
    if page.locator(".prizes").count():
        player.presses(page.locator(".prizes label.go").first)
    elif not page.locator("#play").count():
        player.presses(page.locator("label.press"))
    else:
        ticks(page, page.evaluate(PICK))
        expect(page.locator("#play")).to_have_attribute("aria-disabled", "false")
        player.presses(page.locator("#play"))
    player.waits_for(version + 1)


def goes_on(player: Player) -> bool:
    """Leave the end of the hand before, if it is shown; tell whether it was."""
    shown = player.page.locator("html[data-scene]")
    if not shown.count():
        return False
    player.presses(player.page.locator("#go-on"))
    expect(shown).to_have_count(0)
    return True


def ticks(page: Page, cards: list[str]) -> None:
    for card in cards:
        page.locator(f'label.card[for="card-{card}"]').click(position={"x": 12, "y": 12})
        expect(page.locator(f"#card-{card}")).to_be_checked()


def test_four_end_a_game(open_page: Callable[..., Page], forward: Forward) -> None:
    players = [Player(open_page(**STILL)) for _ in range(4)]
    for player in players:
        player.enters()
    ann = players[0]
    ann.page.goto("/tables/new/?game=odin")
    ann.page.locator(
        'label:has(input[name="seats"][value="4"]), input[name="seats"][value="4"] + label'
    ).first.click()
    ann.page.get_by_role("button", name="Open the table").click()
    expect(ann.board).to_have_attribute("data-status", "open")
    for player in players[1:]:
        player.page.goto(f"/t/{ann.table}/")
        player.presses(player.page.get_by_role("button", name="Sit down", exact=True))
        player.page.locator("#board:not([data-seat=''])").wait_for()
    for player in players:
        player.waits_for_the_start()
    skip(forward, *players, left=3)
    for _ in range(400):
        ann.page.locator(f"{YOUR_TURN}, .is-waiting, {ENDED}").first.wait_for()
        if ann.over:
            break
        mover = next(player for player in players if player.page.locator(YOUR_TURN).count())
        plays(mover)
        for player in players:
            player.waits_for(mover.version)
    assert ann.over
    for player in players:
        expect(player.page.locator("#result")).to_be_visible()
        for name in ("scores", "places", "version"):
            assert player.data(name) == ann.data(name) != ""
    assert max(map(int, ann.data("scores").split())) >= 15


@pytest.fixture
def seated(
    open_page: Callable[..., Page], live_site: Site
) -> Callable[..., tuple[Player, list[Opponent]]]:
    """Ann in a browser with so many others, who answer at once; the first of them leads."""

    def sit(others: int, **options: object) -> tuple[Player, list[Opponent]]:
        first = Opponent(live_site)
        terms = {"target": options.pop("target", 15), "seats": others + 1}
        first.table = first.visitor.opens(game="odin", order="seats", seat=0, **terms)
        opponents = [first]
        for i in range(1, others):
            other = Opponent(live_site)
            other.visitor = Visitor(live_site.port, f"guest{i}").enters()
            other.sits_down_at(first.table)
            opponents.append(other)
        page = open_page(**STILL | options)
        page.goto(f"/t/{first.table}/")
        page.get_by_role("button", name="Sit down as a guest").click()
        player = Player(page, touch="has_touch" in options)
        player.waits_for_the_start()
        return player, opponents

    return sit


def all_play(opponents: list[Opponent]) -> None:
    """Round the table once, whoever is to act."""
    for opponent in opponents:
        opponent.plays()


DEALS_ANEW = """(fresh) => {
  document.dispatchEvent(new CustomEvent("board:before"));
  const boxes = [...document.querySelectorAll(".slot > [type=checkbox]")];
  fresh.forEach((name, i) => { boxes[i].value = name; });
  document.dispatchEvent(new CustomEvent("board:after", { detail: { news: true } }));
  return boxes.filter((box) => box.checked).map((box) => box.value);
}"""


def test_what_was_chosen_stays_chosen_until_the_next_hand(
    seated: Callable[..., tuple[Player, list[Opponent]]],
) -> None:
    """The card that ended a hand may be dealt to the same player again: it was ticked then, and in
    the way of every other set."""
    ann, _opponents = seated(1)
    hand = ann.page.locator(".slot > [type=checkbox]").evaluate_all(
        "boxes => boxes.map((box) => box.value)"
    )
    ticks(ann.page, hand[-1:])
    assert ann.page.evaluate(DEALS_ANEW, ["X1"]) == hand[-1:], "one card was taken"
    assert ann.page.evaluate(DEALS_ANEW, ["X2", "X3", "X4"]) == [], "a new hand"


PASS_ALONE = """() => {
  const [only, ...more] = document.querySelectorAll("#moves button[name=code]");
  for (const button of more) button.remove();
  only.value = "pass";
  document.dispatchEvent(new CustomEvent("board:after", { detail: { news: true } }));
}"""


def test_the_only_pass_is_passed_by_itself_where_that_is_switched_on_alone(
    seated: Callable[..., tuple[Player, list[Opponent]]],
) -> None:
    """Others would learn by it that nothing in the hand beats what lies there."""
    ann, (ben,) = seated(1, own=True)
    page, asked = ann.page, []
    ben.plays()
    ann.waits_for_the_turn()
    page.clock.install()
    page.on("request", lambda request: asked.append(request) if "/act/" in request.url else None)
    page.evaluate(PASS_ALONE)
    page.clock.run_for(5000)
    assert not asked
    with page.expect_request("**/act/"):
        page.locator('[data-device="pass"]').evaluate("box => box.click()")
        page.clock.run_for(5000)


def test_a_whole_game_by_touch(
    seated: Callable[..., tuple[Player, list[Opponent]]],
) -> None:
    ann, opponents = seated(2, target=10, **PHONE)
    ends = 0
    for _ in range(100):
        all_play(opponents)
        ann.page.locator(f"{YOUR_TURN}, .is-waiting, {ENDED}").first.wait_for()
        if ann.over:
            break
        while ann.page.locator(YOUR_TURN).count():
            fits(ann.page)
            ends += goes_on(ann)
            plays(ann)
    assert ends, "the end of a hand stays to be seen"
    assert max(map(int, ann.data("scores").split())) >= 10
    expect(ann.page.locator("#result")).to_be_visible()


def test_what_is_chosen_says_what_it_comes_to_and_stays_when_others_play(
    seated: Callable[..., tuple[Player, list[Opponent]]],
) -> None:
    ann, (ben,) = seated(1)
    page = ann.page
    page.keyboard.press("s")
    hand = page.locator(".slot > input").evaluate_all("boxes => boxes.map((box) => box.value)")
    page.keyboard.press("1")  # ahead of the turn
    expect(page.locator("#choice")).to_contain_text(hand[0][1])
    ben.plays()  # leads
    ann.waits_for_the_turn()
    expect(page.locator(".slot > input:checked")).to_have_count(1)
    expect(page.locator("#choice")).to_be_visible()
    assert page.evaluate("document.activeElement.value") == hand[0]
    page.keyboard.press("Escape")
    expect(page.locator(".slot > input:checked")).to_have_count(0)
    expect(page.locator("#choice")).to_be_hidden()
    odd = next(i for i, card in enumerate(hand) if card[0] != hand[0][0] and card[1] != hand[0][1])
    for key in ("1", str(odd + 1), "Enter"):
        page.keyboard.press(key)
    expect(page.locator("#choice")).to_have_text("A set has one colour or one number.")
    expect(page.locator("#said")).to_have_text("A set has one colour or one number.")
    assert page.locator(YOUR_TURN).count()  # nothing was played
    finds_nothing(page)


def test_keys_sort_choose_play_and_pass(
    seated: Callable[..., tuple[Player, list[Opponent]]],
) -> None:
    ann, (ben,) = seated(1)
    page = ann.page
    page.keyboard.press("s")
    hand = page.locator(".slot > input").evaluate_all("boxes => boxes.map((box) => box.value)")
    assert hand == sorted(hand, key=lambda card: ("RGBYPO".index(card[0]), -int(card[1])))
    page.reload()
    expect(page.locator("#sort-colour")).to_be_checked()  # this browser remembers
    ben.plays()
    ann.waits_for_the_turn()
    best = page.evaluate(PICK)
    version = ann.version
    if best:
        hand = page.locator(".slot > input").evaluate_all("boxes => boxes.map((box) => box.value)")
        for card in best:
            page.keyboard.press(str(hand.index(card) + 1))
        page.keyboard.press("Enter")
        ann.waits_for(version + 1)
        page.keyboard.press("1")  # the first of the beaten cards
        ann.waits_for(version + 2)
    else:
        page.keyboard.press("p")
        ann.waits_for(version + 1)
