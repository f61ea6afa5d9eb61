"""The documented bot plays a person: the bot by the API, the person in Chromium."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from urllib.request import urlopen

import pytest
from playwright.sync_api import Page, expect

from games.registry import engines
from tests.browser.player import Player
from tests.kit.servers import Site

BOT = Path(__file__).parents[2] / "examples" / "bot.py"
PRESS = """() => {
    const codes = [...document.querySelectorAll('#board[data-your-turn] button[name=code]')];
    const mine = codes.filter(one => !one.disabled);
    const stock = mine.find(one => one.value === 'draw stock');
    const one = stock || mine[Math.floor(mine.length * Math.random())];
    if (one) one.click();
}"""
"""Press a button of the board; draw from the stock, which brings the end nearer."""


@pytest.mark.parametrize("game", engines())
def test_the_documented_bot_plays_a_person(
    game: str, ben: Page, live_site: Site, request: pytest.FixtureRequest
) -> None:
    def bot(where: str) -> subprocess.Popen[str]:
        command = [sys.executable, str(BOT), live_site.url, where]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        request.addfinalizer(lambda: process.__exit__(None, None, None))  # closes its output
        request.addfinalizer(process.kill)
        return process

    host = bot(game)
    assert host.stdout
    table = host.stdout.readline().strip().rstrip("/").rpartition("/")[2]
    person = Player(ben)
    person.enters()
    ben.goto(f"/t/{table}/")
    person.presses(ben.get_by_role("button", name="Sit down").first)
    expect(ben.locator("#board[data-seat='1']")).to_be_visible()
    with urlopen(f"{live_site.url}/api/1/tables/{table}") as answer:
        others = [bot(table) for _ in range(json.load(answer)["seats"] - 2)]
    person.waits_for_the_start()
    ben.emulate_media(reduced_motion="reduce")
    for _turn in range(400):
        person.waits_for_the_turn()
        if person.over:
            break
        version = person.version
        ben.evaluate(PRESS)
        person.waits_for(version + 1)
    assert person.over and "places" in host.stdout.read()
    assert [one.wait(timeout=60) for one in (host, *others)] == [0] * (1 + len(others))
