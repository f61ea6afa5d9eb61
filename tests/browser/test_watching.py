"""Cal looks on: he sees every move and no hand, in nothing that his browser receives. And the
site's own logs know no card."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from playwright.sync_api import Page, Response, WebSocket, expect

from tests.browser.opponent import Opponent
from tests.browser.player import ENDED, Player
from tests.kit.chromium import STILL
from tests.kit.secrecy import named, truth
from tests.kit.servers import Site
from tests.kit.visitor import Visitor


class Eavesdropper:
    """Everything that a browser receives of a site's pages and sockets; pictures and scripts are
    the same for all."""

    def __init__(self, page: Page) -> None:
        self.texts: list[str] = []
        self.answers: list[Response] = []
        page.on("websocket", self.listen)
        page.on("response", lambda answer: self.answers.append(answer))

    def listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self.texts.append(str(frame)))

    def heard(self) -> str:
        """All of it so far. To be asked before the page goes elsewhere, since then its answers are
        gone."""
        self.texts += [
            answer.text() for answer in self.answers if "/static/" not in answer.url and answer.ok
        ]
        self.answers.clear()
        return "\n".join(self.texts)


def test_cal_sees_every_move_and_no_hand(open_page: Callable[..., Page], live_site: Site) -> None:
    rng = Random(1)
    ann, ben = Opponent(live_site), Opponent(live_site)
    table = ann.visitor.opens()
    ben.sits_down_at(table)
    ann.table = table
    cal = Player(open_page(own=True, **STILL))
    ears = Eavesdropper(cal.page)
    cal.page.goto(f"/t/{table}/")
    expect(cal.page.locator(".hand--none")).to_be_visible()
    expect(cal.page.locator("button[name=code], .slot, label.go")).to_have_count(0)
    database = live_site.data / "db.sqlite3"
    for _ in range(12):
        for player in (ann, ben):
            player.rng = rng
            cal.waits_for(player.plays().version)
            now = truth(database, table)
            assert named(cal.page.content()) <= now.public
            assert named(ears.heard()) <= now.public
    assert len(ears.texts) >= 24
    assert len(named(ears.heard())) >= 10  # the ears can hear
    cal.page.goto(f"/t/{table}/log/")
    assert named(ears.heard()) <= now.public


def test_a_game_that_ends_shows_cal_the_result(
    open_page: Callable[..., Page], live_site: Site
) -> None:
    ann, ben = Opponent(live_site), Opponent(live_site)
    table = ann.visitor.opens()
    ben.sits_down_at(table)
    cal = Player(open_page(own=True, **STILL))
    cal.page.goto(f"/t/{table}/")
    assert ann.visitor.post(f"/t/{table}/resign/").status == 303
    cal.page.locator(ENDED).wait_for()
    expect(cal.page.locator("#result")).to_be_visible()


def test_the_logs_of_the_site_know_no_card(live_site: Site) -> None:
    """Nor do they after refusals, nonsense and errors."""
    ann, ben = Opponent(live_site), Opponent(live_site)
    ann.table = table = ann.visitor.opens()
    ben.sits_down_at(table)
    dee = Visitor(live_site.port, "dee").enters()
    for _ in range(4):
        for player in (ann, ben):
            board = player.plays()
            for visitor in (ann.visitor, ben.visitor, dee):
                for code in ("play R7", "play Yx", "draw B", "deal R7", "é" * 80):
                    visitor.acts(table, code, board.ply - 1)
                visitor.get(f"/t/{table}/?ply=R7")
                visitor.get(f"/t/{table}/Y10/")
    texts = [path.read_text() for path in (live_site.data / "logs").iterdir()] + [
        live_site.output.read_text()
    ]
    assert len(texts) > 3
    assert named("\n".join(texts)) == set()
    # nor where it is played: the link is the key to a private table
    assert not any(table in text for text in texts)
