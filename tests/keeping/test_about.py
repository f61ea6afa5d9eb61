"""The page about the site says what is kept, and what its host has to say."""

from __future__ import annotations

from html import escape
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from games.retention import about_page
from games.retention.rules import RULES

pytestmark = pytest.mark.django_db


@pytest.fixture
def client(settings: Any, tmp_path: Path) -> Client:
    settings.DATA_DIR = tmp_path
    return Client()


def read(client: Client) -> str:
    return client.get("/about/").content.decode()


def test_it_names_every_rule_of_what_is_removed(client: Client) -> None:
    page = read(client)
    assert [rule.name for rule in RULES if escape(str(rule.what)) not in page] == []
    assert "From the host" not in page


def test_the_host_has_words_of_their_own(client: Client, tmp_path: Path) -> None:
    (tmp_path / "about.txt").write_text("Jo & Ö <b>\n\nhttps://example.org/imprint me@example.org")
    page = read(client)
    assert "From the host" in page and "<p>Jo &amp; Ö &lt;b&gt;</p>" in page
    assert 'href="https://example.org/imprint"' in page and 'href="mailto:me@example.org"' in page


@pytest.mark.parametrize("found", [b"\xff\xfe\x00", b" \n ", None])
def test_what_cannot_be_read_is_not_shown(
    found: bytes | None, client: Client, tmp_path: Path
) -> None:
    if found is None:
        (tmp_path / "about.txt").mkdir()
    else:
        (tmp_path / "about.txt").write_bytes(found)
    assert "From the host" not in read(client)


def test_a_long_text_is_cut(client: Client, tmp_path: Path) -> None:
    (tmp_path / "about.txt").write_text("ö" * (about_page.MOST + 1))
    assert about_page.words() == "ö" * about_page.MOST


def test_every_foot_leads_there_and_to_the_source(client: Client, settings: Any) -> None:
    source = "https://example.org/source?a=1&b=2"
    assert 'href="/about/"' in client.get("/rules/").content.decode()
    assert source not in read(client)
    settings.SOURCE_URL = source
    assert read(client).count(f'href="{escape(source)}"') == 2
