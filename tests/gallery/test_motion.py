"""Cards on their way: which of them move from one board to the next, from where, and where to."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Browser

from games.kernel.protocol import Setup
from games.registry import engines
from games.tables.state.snapshot import Snapshot
from tests.gallery.pictures import picture
from tests.gallery.wall import Wall
from tests.kit import boards

pytestmark = pytest.mark.browser
LOST_CITIES = engines()["lost_cities"]
ROUNDS = Setup(2, {"rounds": "3"}, LOST_CITIES.ruleset)
ANN, BEN = 0, 1
LONGEST = 240  # ms
MOVING = """([before, after]) => {
  const hang = (html) => {
    document.dispatchEvent(new CustomEvent("board:before"));
    document.getElementById("board").outerHTML = html;
    document.dispatchEvent(new CustomEvent("board:after", { detail: { news: true } }));
  };
  const middle = (box) => [box.left + box.width / 2, box.top + box.height / 2];
  const at = ([x, y]) => document.elementsFromPoint(x, y).filter((found) => !found.closest(".card"))
    .map((found) => found.closest("[data-place], .hand, .strip, summary[id]")).find(Boolean);
  const named = (found) => found && (found.dataset.place || found.id || found.classList[0]) || "";
  hang(before);
  document.getAnimations().forEach((running) => running.cancel());
  hang(after);
  document.getElementById("go-on")?.click();
  return document.getAnimations().filter((running) => running.effect.getKeyframes().some(
    (frame) => frame.translate)).map((running) => {
    const { target } = running.effect, { duration, delay } = running.effect.getComputedTiming();
    const where = (time) => {
      running.pause();
      running.currentTime = delay + time;
      return named(at(middle(target.getBoundingClientRect())));
    };
    const card = target.dataset.card || target.className;
    return { card, from: where(0), to: where(duration - 1), duration };
  });
}"""


@pytest.fixture
def wall(browser: Browser) -> Iterator[Wall]:
    with Wall(browser, viewport={"width": 1280, "height": 800}) as wall:
        wall.page.emulate_media(reduced_motion="no-preference")
        yield wall


def transitions(setup: Setup = ROUNDS) -> Iterator[tuple[Snapshot, Snapshot]]:
    for seed in range(20):
        yield from pairwise(boards.moments(LOST_CITIES, setup, seed))


def first(wanted: Callable[[Snapshot, Snapshot], bool]) -> tuple[Snapshot, Snapshot]:
    return next(pair for pair in transitions() if wanted(*pair))


def moving(wall: Wall, before: Snapshot, after: Snapshot, viewer: int) -> list[dict[str, Any]]:
    shown = [picture(one, viewer, "my turn") for one in (before, after)]
    return moving_html(wall, shown[0].page, shown[0].html, shown[1].html)


def moving_html(wall: Wall, page: str, before: str, after: str) -> list[dict[str, Any]]:
    wall.html = page
    wall.page.goto("http://gallery.test/")
    found: list[dict[str, Any]] = wall.page.evaluate(MOVING, [before, after])
    assert all(one["duration"] <= LONGEST for one in found)
    return found


def taken(by: int) -> tuple[Snapshot, Snapshot, str]:
    """Return a step in which this seat takes a card from a pile of several, and the suit."""

    def is_it(before: Snapshot, after: Snapshot) -> bool:
        seat, code = after.log[-1].entry.seat, after.log[-1].entry.code
        if seat != by or not code.startswith("draw ") or code == "draw stock":
            return False
        view = LOST_CITIES.view(_state(before), None)
        return view.piles[view.suits.index(code[-1])].count > 1

    before, after = first(is_it)
    return before, after, after.log[-1].entry.code[-1]


def _state(snapshot: Snapshot) -> Any:
    assert snapshot.position is not None
    return snapshot.position.state


def test_a_card_that_the_other_takes_goes_from_the_pile_to_the_other(wall: Wall) -> None:
    before, after, suit = taken(BEN)
    (found,) = moving(wall, before, after, ANN)
    assert "flying" in found["card"]
    assert (found["from"], found["to"]) == (f"pile-{suit}", f"seat-{BEN}")


def test_a_discarded_card_lands_on_the_pile_and_not_under_it(wall: Wall) -> None:
    """The card that it covers stays to be seen below it until it has arrived."""

    def is_it(before: Snapshot, after: Snapshot) -> bool:
        seat, code = after.log[-1].entry.seat, after.log[-1].entry.code
        if seat != BEN or not code.startswith("discard "):
            return False
        view = LOST_CITIES.view(_state(before), None)
        return view.piles[view.suits.index(code.split()[1][0])].count > 0

    before, after = first(is_it)
    moving(wall, before, after, ANN)
    pile = f"#pile-{after.log[-1].entry.code.split()[1][0]}"
    kinds = wall.page.locator(f"{pile} > .card").evaluate_all(
        "(cards) => cards.map((card) => card.matches('.flying'))"
    )
    assert kinds == [True, False]


def test_under_reduced_motion_no_card_moves(wall: Wall) -> None:
    before, after, _suit = taken(BEN)
    wall.page.emulate_media(reduced_motion="reduce")
    assert moving(wall, before, after, ANN) == []


def test_a_card_that_one_takes_comes_from_the_pile_into_the_hand(wall: Wall) -> None:
    before, after, suit = taken(ANN)
    found = [one for one in moving(wall, before, after, ANN) if one["from"] != "hand"]
    assert [(one["from"], one["to"]) for one in found] == [(f"pile-{suit}", "hand")]


def test_a_new_hand_comes_from_the_stock_and_nothing_from_the_round_before(wall: Wall) -> None:
    before, after = first(lambda before, after: after.ply > 2 and after.log[-1].entry.seat is None)
    found = moving(wall, before, after, ANN)
    assert len(found) == 8
    assert {(one["from"], one["to"]) for one in found} == {("stock", "hand")}


TABLE = """<section id="board" data-table="k3x9" data-ply="{ply}" data-by="0" data-seat="0">\
<div class="table"><div class="pile" data-place="pile-R" data-count="{deep}">\
<div class="card" data-card="Rx"></div></div>\
<div class="stock"><div class="pile" data-place="stock" data-count="9">\
<div class="card card--back"></div></div></div><div class="bar"></div>\
<div class="hand">{hand}</div></div><aside class="side"></aside></section>"""


def test_of_two_cards_alike_the_one_that_was_taken_moves(wall: Wall) -> None:
    page = picture(first(lambda *_: True)[0], ANN, "my turn").page
    held = '<div class="slot"><div class="card" data-card="{}"></div></div>'
    hand = held.format("G5")
    before = TABLE.format(ply=8, deep=2, hand=hand)
    after = TABLE.format(ply=9, deep=1, hand=hand + held.format("Rx"))
    found = moving_html(wall, page, before, after)
    assert ("Rx", "pile-R", "hand") in {(one["card"], one["from"], one["to"]) for one in found}
    assert all(one["to"] != "pile-R" for one in found)


ODIN = engines()["odin"]


def odin_step(verb: str, by: int) -> tuple[Snapshot, Snapshot]:
    """Return a step of Odin in which this seat does that."""
    for seed in range(20):
        played = boards.moments(ODIN, Setup(3, {}, ODIN.ruleset), seed)
        for before, after in pairwise(played):
            entry = after.log[-1].entry
            if entry.seat == by and entry.code.startswith(verb) and after.status == "running":
                return before, after
    raise AssertionError("nobody does that")


@pytest.mark.parametrize("by", [ANN, BEN])
def test_a_set_flies_from_its_hand_to_the_table_and_a_taken_card_into_the_hand(
    wall: Wall, by: int
) -> None:
    home = "hand" if by == ANN else f"seat-{BEN}"
    for verb, way in (("play", (home, "table")), ("take", ("table", home))):
        before, after = odin_step(verb, by)
        cards = after.log[-1].entry.code.split()[1:]
        found = {one["card"]: one for one in moving(wall, before, after, ANN)}
        assert [(found[card]["from"], found[card]["to"]) for card in cards] == [way] * len(cards)


EXHIBITION = engines()["exhibition"]


def step(verb: str, by: int) -> tuple[Snapshot, Snapshot]:
    """Return a step of Exhibition in which this seat does that."""
    played = pairwise(boards.moments(EXHIBITION, Setup(2, {}, EXHIBITION.ruleset), 3))
    return next(
        (before, after)
        for before, after in played
        if after.ply > 20
        and after.log[-1].entry.seat == by
        and after.log[-1].entry.code.startswith(verb)
        and (verb != "move" or _state(before).vehicles != _state(after).vehicles)
    )


def test_a_card_that_the_other_takes_flies_to_the_others_hall(wall: Wall) -> None:
    (found,) = moving(wall, *step("take", BEN), ANN)
    assert "flying" in found["card"] and found["to"] == f"seat-{BEN}"


def test_a_card_of_ones_own_goes_into_the_hand_and_then_into_the_hall(wall: Wall) -> None:
    for verb, number in (("take ", -1), ("place ", -3)):
        before, after = step(verb, ANN)
        code = after.log[number].entry.code
        assert [one["card"] for one in moving(wall, before, after, ANN)] == [code[5:]]


def test_the_vehicle_travels_and_the_next_card_comes_from_the_stock(wall: Wall) -> None:
    before, after = step("move", BEN)
    fresh = EXHIBITION.view(_state(after), None).fresh
    found = {one["card"] for one in moving(wall, before, after, ANN)}
    assert fresh in found and any("veh" in card for card in found)


SCHOTTEN_TOTTEN = engines()["schotten_totten"]


def lap(verb: str, by: int) -> tuple[Snapshot, Snapshot]:
    """Return a step of Schotten Totten with tactics cards in which this seat does that."""
    setup = Setup(2, {"tactics": "on"}, SCHOTTEN_TOTTEN.ruleset)
    games = (boards.moments(SCHOTTEN_TOTTEN, setup, seed) for seed in range(20))
    return next(
        (before, after)
        for game in games
        for before, after in pairwise(game)
        if after.log[-1].entry.seat == by and after.log[-1].entry.code.startswith(verb)
    )


@pytest.mark.parametrize("deck", ["clan", "tactics"])
def test_a_card_comes_from_its_own_deck(wall: Wall, deck: str) -> None:
    mine = [one for one in moving(wall, *lap(f"draw {deck}", ANN), ANN) if one["from"] != "hand"]
    assert [(one["from"], one["to"]) for one in mine] == [(f"stock-{deck}", "hand")]
    theirs, *_pebbles = reversed(moving(wall, *lap(f"draw {deck}", BEN), ANN))
    assert (theirs["from"], theirs["to"]) == (f"stock-{deck}", f"seat-{BEN}")


def test_a_card_goes_to_its_stone_from_the_hand_or_from_the_other(wall: Wall) -> None:
    for by, side in ((ANN, "mine"), (BEN, "theirs")):
        before, after = lap("play R", by)
        card, _sign, stone = after.log[-1].entry.code[5:].partition(">")
        found = {one["card"]: one for one in moving(wall, before, after, ANN)}
        assert found[card]["to"] == f"{side}-{stone}"
        assert (found[card]["from"] == "hand") == (by == ANN)
