"""Cards of every suit, wherever a card is drawn: on boards, in pages, in lists, in mails, in the
picture of an ended game."""

from __future__ import annotations

import math
import re

import pytest
from django.template import Context, Template
from django.template import engines as template_engines
from django.template.loader import render_to_string

from games import registry
from games.notices import table_rows
from games.registry import Game
from games.screens import share_card
from games.screens.contract import AnyScreen, Screen
from games.screens.share_card import Display, Facts, Player
from games.screens.suits import FRENCH, SUITS, Face, Suit, face, faces
from tests.kernel.toy import ENGINE
from tests.kit.environment import ROOT

CARDS_CSS = (ROOT / "static/css/cards.css").read_text()
TOKENS = (ROOT / "static/css/tokens.css").read_text()
SPRITE = (ROOT / "static/img/suits.svg").read_text()
FISH = Suit(
    "f", "fish", "fish %(rank)s", "#112233", "#223344", ranks=("1", "2"), sprite="odin/cover.svg"
)

every_suit = pytest.mark.parametrize("suit", SUITS.values(), ids=lambda suit: suit.letter)


def page(source: str, **context: object) -> str:
    return Template("{% load cards %}" + source).render(Context(context))


def picture(*cards: Face) -> str:
    players = (Player("Ann", 2, 1), Player("Ben", 1, 2))
    return share_card.draw(Facts("toy", "Toy", players, True, None, Display(cards, "")), False)


def hexadecimal(token: str) -> str:
    """Return the colour of a token, which tokens.css gives in oklch, as #rrggbb."""
    found = re.search(rf"--suit-{token}: oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)", TOKENS)
    assert found, token
    lightness, chroma, hue = map(float, found.groups())
    a, b = chroma * math.cos(math.radians(hue)), chroma * math.sin(math.radians(hue))
    long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
    medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
    short = (lightness - 0.0894841775 * a - 1.2914855480 * b) ** 3
    linear = (
        4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
        -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
        -0.0041960863 * long - 0.7034186147 * medium + 1.7076147010 * short,
    )
    return "#" + "".join([f"{_channel(value):02x}" for value in linear])


def _channel(value: float) -> int:
    curved = 12.92 * value if value <= 0.0031308 else 1.055 * value ** (1 / 2.4) - 0.055
    return max(0, min(255, round(255 * curved)))


def luminance(colour: str) -> float:
    shares = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = [
        share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in shares
    ]
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@every_suit
def test_colours_outside_of_style_sheets_are_those_of_the_tokens(suit: Suit) -> None:
    assert (suit.fill, suit.ink) == (hexadecimal(suit.letter), hexadecimal(f"{suit.letter}-ink"))


@every_suit
def test_numbers_are_legible_on_a_card(suit: Suit) -> None:
    assert (luminance("#fdfaf3") + 0.05) / (luminance(suit.ink) + 0.05) >= 4.5


@every_suit
def test_a_board_draws_it(suit: Suit) -> None:
    rule = re.search(rf'\[data-suit="{suit.letter}"\] {{(.*) }}\n', CARDS_CSS)
    assert rule and f"--suit: var(--suit-{suit.letter});" in rule[1] and "--sign: url(" in rule[1]
    for rank in suit.ranks:
        assert f'[data-v="{rank}"] {{' in CARDS_CSS
    path = re.search(r" d='([^']+)'", rule[1])
    symbol = re.search(rf'<symbol id="{suit.symbol}" .*? d="([^"]+)"/></symbol>', SPRITE)
    assert path and symbol and path[1] == symbol[1], (
        "one drawing, in the style sheet and the sprite"
    )


@every_suit
def test_a_page_draws_it(suit: Suit) -> None:
    for rank in suit.ranks:
        html = page("{% card name %}", name=suit.letter.upper() + rank)
        assert f'data-suit="{suit.letter}" data-v="{rank}"' in html
        assert f"#{suit.symbol}" in html and f'aria-label="{suit.words(rank)}"' in html
    assert f"#{suit.symbol}" in page("{% suit letter %}", letter=suit.letter.upper())


@every_suit
def test_the_picture_of_an_ended_game_draws_it(suit: Suit) -> None:
    drawn = picture(*[Face(suit, rank) for rank in suit.ranks])
    symbol = re.search(rf'<symbol id="{suit.symbol}" .*?>(.*?)</symbol>', SPRITE)
    assert symbol and drawn.count(symbol[1]) == 2 * len(suit.ranks)
    assert suit.fill in drawn and all(f">{rank}</text>" in drawn for rank in suit.ranks)
    heights = [float(at) for at in re.findall(r'<rect x="21" y="([\d.]+)" [^>]*\.19', drawn)]
    assert heights == sorted(heights, reverse=True) and heights[-1] == 80, "the highest is full"


@every_suit
def test_lists_and_mails_draw_it(suit: Suit, monkeypatch: pytest.MonkeyPatch) -> None:
    cards = tuple([Face(suit, rank) for rank in suit.ranks])
    screen: AnyScreen = Screen(pictured=lambda codes: cards)
    monkeypatch.setitem(registry.games(), "toy", Game(ENGINE, screen))
    mailed = table_rows._cards("toy", ("play",))
    assert [(card.letter, card.value, card.ink) for card in mailed] == [
        (suit.letter.upper(), rank, suit.ink) for rank in suit.ranks
    ]
    listed = render_to_string(
        "shell/card.html", {"suit": suit.letter, "value": "2", "sprite": suit.sprite}
    )
    assert f'data-suit="{suit.letter}" data-v="2"' in listed and f"#{suit.symbol}" in listed


@every_suit
def test_the_log_of_a_board_names_it(suit: Suit) -> None:
    module = template_engines["jinja2"].get_template("screens/log.html").template.module
    card = {"suit": suit.letter, "colour": suit.colour, "rank": suit.ranks[-1]}
    html = str(module.told(("You played ", card)))
    assert f'data-suit="{suit.letter}"' in html and f'aria-label="{suit.colour}"' in html


def test_cards_are_said_as_people_say_them() -> None:
    def said(name: str) -> str:
        found = face(name)
        assert found
        return found.suit.words(found.rank)

    names = ("R7", "Yx", "HA", "D10", "CJ", "SQ", "SK")
    assert list(map(said, names)) == [
        *("red 7", "yellow investment", "ace of hearts", "10 of diamonds"),
        *("jack of clubs", "queen of spades", "king of spades"),
    ]
    assert "3 times red 7" in page('{% card "R7" 3 %}')


@pytest.mark.parametrize("name", ["", "joker1", "spy", "1932", "E", "S1", "R11", "R0", "RA", "Z7"])
def test_a_card_without_a_suit_is_drawn_by_its_name(name: str) -> None:
    assert face(name) is None and faces([name, "R7"]) == (Face(SUITS["r"], "7"),)
    assert f"<b>{name}</b>" in page("{% card name %}", name=name)


def test_french_suits_differ_by_more_than_colour() -> None:
    signs = [re.search(rf'id="{suit.symbol}".*? d="([^"]+)"', SPRITE) for suit in FRENCH]
    assert len({found[1] for found in signs if found}) == 4


def test_a_game_brings_suits_of_its_own() -> None:
    screen: AnyScreen = Screen(suits={"f": FISH})
    html = page("{% card 'F2' %}{% suit 'F' %}{% card 'R7' %}", suits=screen.suits)
    assert 'data-suit="f" data-v="2"' in html and 'aria-label="fish 2"' in html
    assert html.count("odin/cover") == 3 and "#suit-r" not in html
