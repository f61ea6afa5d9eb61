"""All games of the ZIP of somebody's data come in by the page: the browser unpacks it."""

from __future__ import annotations

import re
import zipfile
from pathlib import Path

from playwright.sync_api import Page, expect

from games.export.archive import Pieces
from tests.browser.player import Player
from tests.tables.test_importing import game


def test_a_zip_is_sent_game_by_game(ann: Page, tmp_path: Path) -> None:
    games = {
        "README.txt": "x",
        "games/a.txt": game("odin", 3),
        "games/b.txt": game("lost_cities", 4),
    }
    wrong = {
        "games/c.txt": "game chess   ruleset 1   seats 2\n",
        "games/d.running.txt": "Ann plays",
        "settings.json": "[]",
    }
    path = tmp_path / "my-data.zip"
    pieces: list[bytes] = []
    whole = Pieces(lambda _number, piece: pieces.append(piece))  # as the site writes it
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in (games | wrong).items():
            with archive.open(name, "w") as part:
                part.write(text.encode())
    whole.finish()
    path.write_bytes(b"".join(pieces))
    Player(ann).enters()
    ann.goto("/tables/import/")
    chosen = ann.get_by_label("All your games from another site")
    chosen.set_input_files(path)
    expect(ann.locator("#zip [role=status]")).to_have_text("All games are sent.")
    rows = ann.locator("#zip li")
    expect(rows).to_have_text(
        ["Odin", "Lost Cities", re.compile(r"^games/c.txt: Line 1: there is no")]
    )
    table = rows.first.get_by_role("link").get_attribute("href")
    chosen.set_input_files(path)
    expect(ann.locator("#zip [role=status]")).to_have_text("All games are sent.")
    assert rows.first.get_by_role("link").get_attribute("href") == table, "it is one game still"
    chosen.set_input_files({"name": "x.zip", "mimeType": "application/zip", "buffer": b"PK no"})
    expect(ann.locator("#zip [role=status]")).to_have_text(
        "This is not a ZIP that can be read here."
    )
