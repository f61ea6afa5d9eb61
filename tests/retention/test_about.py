"""The page about the site says what is kept, and what its host has to say."""

from __future__ import annotations

from html import escape
from typing import Any

import pytest
from django.test import Client

from games.retention.rules import RULES
from games.site import services
from games.site.host_words import LONGEST
from games.site.markdown import html
from games.site.models import JournalEntry, Topic
from tests.tables.conftest import NOON

pytestmark = pytest.mark.django_db


def read(client: Client) -> str:
    return client.get("/about/").content.decode()


def says(text: str, topic: str = Topic.ABOUT) -> None:
    services.write_words(by=None, topic=topic, text=text, now=NOON)


def test_it_names_every_rule_of_what_is_removed(client: Client) -> None:
    page = read(client)
    assert [rule.name for rule in RULES if escape(str(rule.what)) not in page] == []
    assert "Who runs this site" not in page


def test_the_host_has_words_of_their_own(client: Client) -> None:
    says("# We\n\nJo & Ö, *two of us*. [Imprint](https://example.org/imprint)\n\n- one", "about")
    says("Be kind.", "rules")
    page = read(client)
    assert page.index("Who runs this site") < page.index("House rules") < page.index("Be kind.")
    assert "<h3>We</h3>" in page and "<em>two of us</em>" in page and "<li>one</li>" in page
    assert 'href="https://example.org/imprint" rel="noopener noreferrer nofollow"' in page
    says("", "about")
    assert "Who runs this site" not in read(client)
    assert [entry.action for entry in JournalEntry.objects.order_by("pk")][-1] == "words about"


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "[x](javascript:alert(1))",
        "[x](data:text/html,alert(1))",
        "![x](https://example.org/x.png)",
        '<a href="https://example.org" onclick="alert(1)" style="x">x</a>',
        '[x](https://example.org/"onmouseover=alert(1))',
    ],
)
def test_words_do_no_harm(text: str) -> None:
    cleaned = str(html(text))
    assert (
        "<script" not in cleaned
        and "<img" not in cleaned
        and "style=" not in cleaned.split("&lt;")[0]
    )
    assert 'href="javascript' not in cleaned and 'href="data' not in cleaned
    assert '"onmouseover' not in cleaned and " onclick" not in cleaned.split("&lt;")[0]


def test_a_text_that_is_too_long_is_refused() -> None:
    for topic, text in (("about", "ö" * (LONGEST + 1)), ("weather", "Rain.")):
        with pytest.raises(ValueError, match="cannot be kept"):
            says(text, topic)


def test_every_foot_leads_there_and_to_the_source(client: Client, settings: Any) -> None:
    source = "https://example.org/source?a=1&b=2"
    assert 'href="/about/"' in client.get("/games/").content.decode()
    assert source not in read(client)
    settings.SOURCE_URL = source
    assert read(client).count(f'href="{escape(source)}"') == 2
