"""The rules page: its examples are computed by the engine's own scoring, so that they are right."""

from __future__ import annotations

from decimal import Decimal

import pytest

from games.lost_cities import scoring
from games.lost_cities.deck import cards
from games.registry import engines
from tests.tables.pages import Element, rules

pytestmark = pytest.mark.django_db


@pytest.fixture
def page() -> Element:
    return rules("lost_cities")


def figures(text: str) -> int:
    return int(Decimal(text.replace("−", "-").replace("–", "0")))


def computed(sum_: str) -> int:
    """Return a sum of two or more figures as it stands in the middle of a line: 8 × 2, 28 − 20, 3 +
    5."""
    words = sum_.split()
    result = figures(words[0])
    for sign, word in zip(words[1::2], words[2::2], strict=True):
        number = figures(word)
        result = {"+": result + number, "−": result - number, "×": result * number}[sign]
    return result


def test_every_example_adds_up(page: Element) -> None:
    examples = page.all(class_="example")
    assert len(examples) == 4
    for example in examples:
        names = [card.attributes["data-card"] for card in example.all(class_="card")]
        rows = [
            [cell.text for cell in row.children if isinstance(cell, Element)]
            for row in example.all("tr")
        ]
        numbers, journey, investments, bonus, points = rows
        printed = [name[1:] for name in names if name[1:] != "x"]
        assert figures(numbers[2]) == sum(map(int, printed))
        assert numbers[1] == (" + ".join(printed) or "none")
        assert computed(journey[1]) == figures(journey[2])
        assert computed(investments[1]) == figures(investments[2])
        assert (
            investments[0].split()[0] == {1: "One", 2: "Two", 3: "Three"}[len(names) - len(printed)]
        )
        assert figures(bonus[2]) == (20 if len(names) >= 8 else 0)
        assert figures(points[1]) == figures(investments[2]) + figures(bonus[2])
        assert figures(points[1]) == scoring.score(cards(names)), example.one("h3").text


@pytest.mark.parametrize("game", engines())
def test_the_contents_lead_to_every_part(game: str) -> None:
    contents, text = (rules(game).one(class_=f"rules__{part}") for part in ("contents", "text"))
    links = [(link.attributes["href"], link.text) for link in contents.all("a")]
    parts = [(f"#{part.attributes['id']}", part.one("h2").text) for part in text.all("section")]
    assert links == parts


def test_every_card_is_said_in_words(page: Element) -> None:
    assert all(card.attributes["aria-label"] for card in page.all(class_="card"))
    assert page.all(data_card="G10")[0].attributes["aria-label"] == "green 10"
    assert page.all(data_card="Wx")[0].attributes["aria-label"] == "white investment"
    assert page.all(data_card="Yx")[0].attributes["aria-label"] == "3 times yellow investment"


def test_the_decisions_are_told(page: Element) -> None:
    """The decisions that no printed rule settles, or that people often play otherwise: L-a to
    L-h."""
    know = (
        page.one("section", id="know").text
        + page.one("section", id="end").text
        + page.one("section", id="turn").text
    )
    for words in (
        "decides who begins the first round",
        "did not begin the last round",
        "leads on all rounds so far",
        "top card of each discard pile and how many",
        "Equal totals are a draw",
        "sixth colour, purple",
        "no limit to the turns",
        "but not the one just discarded",
        "on that turn only",
    ):
        assert words in know


def test_sentences_are_short(page: Element) -> None:
    for part in page.one(class_="rules__text").all("p") + page.one(class_="rules__know").all("li"):
        for sentence in part.text.replace("?", ".").replace(":", ".").replace(";", ".").split("."):
            assert len(sentence.split()) <= 22, sentence
