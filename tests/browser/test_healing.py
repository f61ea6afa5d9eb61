"""Connections that drop, news that get lost, tabs that sleep, clicks that come twice."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from random import Random
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import APIResponse, Page, Route, WebSocketRoute, expect

from tests.browser.opponent import Opponent, at_a_table
from tests.browser.player import Player
from tests.kit.chromium import STILL
from tests.kit.servers import Site, children, wait_until
from tests.kit.visitor import Visitor


class Line:
    """Ann's line to the site, which a test may cut, or make deaf."""

    def __init__(self, page: Page) -> None:
        self.page, self.deaf = page, False
        self.sockets: list[WebSocketRoute] = []
        self.page.context.route_web_socket("**/ws/t/**", self.opened)

    def opened(self, socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        server.on_message(lambda message: None if self.deaf else socket.send(message))
        self.sockets.append(socket)

    def cut(self) -> None:
        """Everything fails from now on, and the open sockets close."""
        self.page.context.route("**/t/**", lambda route: route.abort())
        self.page.context.route_web_socket("**/ws/t/**", lambda socket: socket.close(code=1012))
        for socket in self.sockets:
            socket.close(code=1012)
        self.sockets.clear()

    def mend(self) -> None:
        self.page.context.unroute("**/t/**")
        self.page.context.route_web_socket("**/ws/t/**", self.opened)


@pytest.fixture
def seated(
    open_page: Callable[..., Page], live_site: Site
) -> Callable[..., tuple[Player, Opponent]]:
    """Ann in a browser at a table with Ben, her turn first unless told otherwise."""

    def sit(
        seat: int = 1, prepare: Callable[[Page], object] = lambda page: None
    ) -> tuple[Player, Opponent]:
        page = open_page(own=True, **STILL)
        prepare(page)
        return at_a_table(page, live_site, seat=seat)

    return sit


Seated = Callable[..., tuple[Player, Opponent]]


def test_a_stranger_who_sits_down_keeps_the_seat_though_the_push_comes_first(
    open_page: Callable[..., Page], live_site: Site
) -> None:
    """The page must not load itself anew on hearing that the game has begun, while the answer with
    the guest's name is on its way."""
    page, ben = open_page(own=True, **STILL), Opponent(live_site)
    ben.table = ben.visitor.opens(order="seats", seat=1)
    page.goto(f"/t/{ben.table}/")
    pushed, loaded = list[str](), list[str]()
    page.on(
        "websocket",
        lambda socket: socket.on("framereceived", lambda frame: pushed.append(str(frame))),
    )
    page.reload()
    page.on(
        "request",
        lambda request: loaded.append(request.url) if request.is_navigation_request() else None,
    )

    def answer_late(route: Route) -> None:
        response = route.fetch(max_redirects=0)
        while not any('data-status="running"' in push for push in pushed):
            page.wait_for_timeout(50)
        page.wait_for_timeout(300)  # time enough to load itself anew
        assert [urlsplit(url).path for url in loaded] == [f"/t/{ben.table}/sit/"]
        route.fulfill(response=response)

    page.route("**/sit/", answer_late)
    page.get_by_role("button", name="Sit down as a guest").click()
    Player(page).waits_for_the_turn()
    assert Player(page).data("seat") == "0"


def test_a_line_that_is_cut_says_so_and_heals(seated: Seated) -> None:
    lines: list[Line] = []
    ann, ben = seated(seat=0, prepare=lambda page: lines.append(Line(page)))
    page, line = ann.page, lines[0]
    expect(page.locator("#offline")).to_be_hidden()
    line.cut()
    expect(page.locator("#offline")).to_be_visible()
    assert "No connection" in page.locator("#offline").inner_text()
    board = ben.plays()
    assert ann.version < board.version
    line.mend()
    ann.waits_for(board.version)
    expect(page.locator("#offline")).to_be_hidden()
    ann.plays_a_turn(Random(1))


def test_a_move_made_while_the_line_is_cut_is_sent_again_by_itself(seated: Seated) -> None:
    lines: list[Line] = []
    ann, ben = seated(prepare=lambda page: lines.append(Line(page)))
    page, version = ann.page, ann.version
    ann.puts_a_card(Random(2))
    lines[0].cut()
    page.locator(".stock label.go").click()
    expect(page.locator("#offline")).to_contain_text("sent again automatically")
    assert ann.version == version + 1
    lines[0].mend()
    ann.waits_for(version + 2)
    expect(page.locator("#offline")).to_be_hidden()
    expect(page.locator("#board [role=alert]")).to_have_count(0)
    assert ben.plays().version == version + 4


@pytest.mark.parametrize("arrives", [False, True])
def test_a_move_that_is_answered_with_an_error_is_sent_again_and_counts_once(
    seated: Seated, arrives: bool
) -> None:
    """The database is away: it may have written the move down before, or not."""
    ann, ben = seated()
    page, version, sent = ann.page, ann.version, list[str]()

    def fail(route: Route) -> None:
        sent.append(str(route.request.post_data))
        if len(sent) > 2:
            return route.continue_()
        if arrives:
            route.fetch()
        route.fulfill(status=503, body="")

    ann.puts_a_card(Random(7))
    page.context.route_web_socket("**/ws/t/**", lambda socket: socket.close(code=1012))
    page.route("**/act/", fail)
    page.locator(".stock label.go").click()
    ann.waits_for(version + 2)
    assert all(parse_qs(fields) == parse_qs(sent[0]) for fields in sent)
    expect(page.locator("#offline")).to_be_hidden()
    assert ben.plays().version == version + 4


def test_a_tap_whose_answer_is_late_is_not_swallowed_in_silence(seated: Seated) -> None:
    ann, _ben = seated()
    held: list[Route] = []
    ann.page.context.route("**/act/", lambda route: held.append(route))
    ann.page.locator(".slot > label.card").first.click()
    ann.page.locator("label.go[data-i]:visible").first.click()
    expect(ann.page.locator("#offline")).to_have_text(
        "On its way. The answer takes longer than usual."
    )
    held[0].continue_()
    ann.page.locator("#board.is-drawing").wait_for()
    expect(ann.page.locator("#offline")).to_be_hidden()


def test_a_newer_choice_takes_the_place_of_a_move_without_an_answer(seated: Seated) -> None:
    ann, _ben = seated()
    page, version = ann.page, ann.version
    page.route("**/act/", lambda route: route.fulfill(status=503, body=""))
    cards = page.locator(".slot > label.card")
    cards.first.click()
    page.locator("label.go[data-i]:visible").first.click()
    expect(page.locator("#offline")).to_be_visible()
    page.unroute("**/act/")
    with page.expect_request("**/act/") as asked:
        page.locator("label.go[data-i]:visible").last.click()
    ann.waits_for(version + 1)
    assert asked.value.post_data
    page.wait_for_timeout(1500)  # time enough for the first one to come, if it did
    assert ann.version == version + 1
    expect(page.locator("#board [role=alert]")).to_have_count(0)


def test_news_that_were_lost_while_the_line_was_good_are_asked_for(seated: Seated) -> None:
    """Redis may lose a message, and the socket stays open: the page asks all the same, now and
    then."""
    lines: list[Line] = []

    def prepare(page: Page) -> None:
        page.clock.install()
        lines.append(Line(page))

    ann, ben = seated(seat=0, prepare=prepare)
    lines[0].deaf = True
    board = ben.plays()
    assert ann.version < board.version
    ann.page.clock.run_for(70_000)
    ann.waits_for(board.version)


def test_a_tab_that_slept_for_hours_catches_up_when_it_is_looked_at(seated: Seated) -> None:
    lines: list[Line] = []

    def prepare(page: Page) -> None:
        page.clock.install()
        lines.append(Line(page))

    ann, ben = seated(seat=0, prepare=prepare)
    lines[0].deaf = True
    board = ben.plays()
    ann.page.evaluate(
        "Object.defineProperty(document, 'hidden', { value: true, configurable: true })"
    )
    ann.page.clock.fast_forward("03:00:00")
    assert ann.version < board.version
    ann.page.evaluate(
        "delete document.hidden; document.dispatchEvent(new Event('visibilitychange'))"
    )
    ann.waits_for(board.version)


def test_every_tab_of_one_person_shows_the_same(seated: Seated) -> None:
    ann, ben = seated()
    second = Player(ann.page.context.new_page())
    second.page.goto(ann.page.url)
    rng = Random(3)
    shown = (
        "[...document.querySelectorAll('#board [data-card]')]"
        ".map((card) => card.dataset.card).join(' ')"
    )
    for mover, other in ((ann, second), (second, ann)):
        mover.waits_for_the_turn()
        mover.puts_a_card(rng)
        other.waits_for(mover.version)
        assert mover.page.evaluate(shown) == other.page.evaluate(shown)
        other.draws()
        board = ben.plays()
        for tab in (ann, second):
            tab.waits_for(board.version)
        assert ann.page.evaluate(shown) == second.page.evaluate(shown)


def test_a_double_click_counts_once(seated: Seated) -> None:
    ann, ben = seated()
    for _ in range(4):
        ann.waits_for_the_turn()
        version = ann.version
        cards = ann.page.locator(".slot > label.card")
        cards.first.click()
        ann.page.locator("label.go[data-i]:visible").first.dblclick()
        ann.page.locator("#board.is-drawing").wait_for()
        ann.page.locator(".stock label.go").dblclick()
        ann.waits_for(version + 2)
        expect(ann.page.locator("#board [role=alert]")).to_have_count(0)
        assert ben.plays().version == version + 4


def test_a_click_while_the_answer_to_the_last_one_is_on_its_way_is_not_lost(seated: Seated) -> None:
    """The push of an own move may come before the answer to it, and the next move at once after
    that."""
    ann, ben = seated()
    page, version, held = ann.page, ann.version, list[tuple[Route, APIResponse]]()
    page.route(
        "**/act/", lambda route: route.continue_() if held else held.append((route, route.fetch()))
    )
    ann.puts_a_card(Random(6))  # seen by the push alone
    page.locator(".stock label.go").dblclick()
    assert len(held) == 1
    assert ann.version == version + 1
    held[0][0].fulfill(response=held[0][1])
    ann.waits_for(version + 2)
    assert ben.plays().version == version + 4
    expect(page.locator("#board [role=alert]")).to_have_count(0)


def test_a_board_of_somebody_who_signs_out_elsewhere_becomes_a_spectator_s(
    seated: Seated, live_site: Site
) -> None:
    ann, _ben = seated()
    expect(ann.board).to_have_attribute("data-seat", "0")
    other_tab = Visitor(
        live_site.port,
        "ann",
        {cookie["name"]: cookie["value"] for cookie in ann.page.context.cookies()},
    )
    assert other_tab.post("/accounts/logout/").status == 302
    expect(ann.board).to_have_attribute("data-seat", "")
    expect(ann.page.locator("#board button[name=code]")).to_have_count(0)


def test_the_web_process_dies_in_mid_game_and_both_play_on(seated: Seated, live_site: Site) -> None:
    ann, ben = seated()
    ann.plays_a_turn(Random(4))
    ben.plays()
    ann.waits_for_the_turn()
    assert live_site.process
    os.kill(children(live_site.process.pid)["web"], signal.SIGKILL)
    wait_until(live_site.answers, "the site is back")
    for _ in range(2):
        version = ann.version
        ann.waits_for_the_turn()
        ann.plays_a_turn(Random(5))
        board = ben.plays()
        assert board.version == version + 4
        ann.waits_for(board.version)
    expect(ann.page.locator("#offline")).to_be_hidden()
