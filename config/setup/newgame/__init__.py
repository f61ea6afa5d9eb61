"""A new game from a template: a small card game that plays and passes every test.

Files below `template` end in -tpl. In their texts %%word%% stands for a value of `placeholders`;
the name "slug" stands for the game's.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from keyword import iskeyword
from pathlib import Path

TEMPLATE = Path(__file__).parent / "template"
SLUG = re.compile(r"[a-z][a-z0-9_]{1,29}")
COLOURS = "RGBYPOWK"
FRENCH = (*"A23456789", "10", *"JQK")
SEATS = range(2, 7)
HANDS = range(2, 14)
NUMBERS = {2: "two", 3: "three", 4: "four", 5: "five", 6: "six"}


class GameRefused(ValueError):
    """The game cannot be generated; the message says why."""


@dataclass(frozen=True)
class Deck:
    """Suits and ranks; each pair is one card."""

    suits: str
    ranks: tuple[str, ...]

    @property
    def size(self) -> int:
        """Return the number of cards."""
        return len(self.suits) * len(self.ranks)

    @property
    def french(self) -> bool:
        """Return whether the cards are those of a French deck."""
        return self.ranks == FRENCH


@dataclass(frozen=True)
class Plan:
    """A game to generate. `seats` are the allowed numbers of seats."""

    slug: str
    title: str
    seats: range
    hand: int
    deck: Deck


def plan(slug: str, seats: str, hand: int, deck: str, title: str = "") -> Plan:
    """Return the game that the words of a command describe. Raises GameRefused."""
    if not SLUG.fullmatch(slug) or iskeyword(slug):
        raise GameRefused(f"{slug!r} is no slug: begin with a-z, go on with a-z, 0-9 and _.")
    found = Plan(slug, title or slug.replace("_", " ").title(), _seats(seats), hand, _deck(deck))
    most = found.seats[-1]
    if hand not in HANDS:
        raise GameRefused(f"A hand has {HANDS[0]} to {HANDS[-1]} cards, not {hand}.")
    needed = most * (hand + 1) + 1
    if needed > found.deck.size:
        raise GameRefused(
            f"{most} hands of {hand}, a card each to draw and one for the pile are {needed} cards, "
            f"but the deck has {found.deck.size}."
        )
    return found


def _seats(words: str) -> range:
    """Return the numbers of seats that "2" or "2-4" means."""
    numbers = re.fullmatch(r"(\d)(?:-(\d))?", words)
    fewest, most = (int(numbers[1]), int(numbers[2] or numbers[1])) if numbers else (0, 0)
    if fewest not in SEATS or most not in SEATS or fewest > most:
        raise GameRefused(f"Seats are a number from 2 to 6, or two like 2-4, not {words!r}.")
    return range(fewest, most + 1)


def _deck(words: str) -> Deck:
    """Return the deck that "french" or "5x9" means: five coloured suits with the numbers 1 to 9."""
    if words == "french":
        return Deck("CDHS", FRENCH)
    numbers = re.fullmatch(r"([1-8])x(\d{1,2})", words)
    if not numbers or int(numbers[2]) not in range(2, 11):
        raise GameRefused(
            f"A deck is french, or 5x9 for five colours from 1 to 9 (at most 8x10), not {words!r}."
        )
    ranks = tuple(str(rank) for rank in range(1, int(numbers[2]) + 1))
    return Deck(COLOURS[: int(numbers[1])], ranks)


def placeholders(game: Plan) -> dict[str, str]:
    """Return placeholder → its text in this game."""
    deck, fewest, most = game.deck, game.seats[0], game.seats[-1]
    seats = NUMBERS[fewest] if fewest == most else f"{NUMBERS[fewest]} to {NUMBERS[most]}"
    rank, last = deck.ranks[6 % len(deck.ranks)], deck.suits[-1]
    colour = {"R": "red", "G": "green", "B": "blue", "Y": "yellow", "P": "purple"}
    colour |= {"O": "orange", "W": "white", "K": "pink"}
    return {
        "slug": game.slug,
        "dashed": game.slug.replace("_", "-"),
        "title": game.title,
        "Class": game.slug.title().replace("_", ""),
        "fewest": str(fewest),
        "beyond": str(most + 1),
        "seats": seats,
        "Seats": seats.capitalize(),
        "hand": str(game.hand),
        "most": str(game.hand + 1),
        "row": str(game.hand + 1 if game.hand < 8 else game.hand // 2 + 1),
        "suits": deck.suits,
        "ranks": ", ".join(f'"{each}"' for each in deck.ranks),
        "highest": str(len(deck.ranks)),
        "cards": "cards of a French deck" if deck.french else "cards",
        "values": "An ace is 1 point, a jack 11, a queen 12, a king 13;"
        " other cards are their number."
        if deck.french
        else f"There are {len(deck.suits)} colours,"
        f" each with the numbers 1 to {len(deck.ranks)} once.",
        "examples": "".join(f'{{% card "{last}{each}" %}}' for each in deck.ranks),
        "card": f"{last}{rank}",
        "rank": rank,
        "words": f"{rank} of spades" if deck.french else f"{colour[last]} {rank}",
    }


def files(game: Plan) -> dict[str, str]:
    """Return path → text of all files of the game, from the root of the project."""
    places = {"game": f"games/{game.slug}", "tests": f"tests/{game.slug}"}
    found = {}
    for path in sorted(TEMPLATE.rglob("*-tpl")):
        top, *rest = path.relative_to(TEMPLATE).parts
        inner = "/".join(game.slug if part == "slug" else part for part in rest)
        text = path.read_text(encoding="utf-8")
        for name, value in placeholders(game).items():
            text = text.replace(f"%%{name}%%", value)
        found[f"{places[top]}/{inner.removesuffix('-tpl')}"] = text
    return found


def registered(registry: str, slug: str) -> str:
    """Return the text of games/registry.py with a line for the game."""
    head, bracket, rest = registry.partition("GAMES = [\n")
    games, end, tail = rest.partition("]\n")
    return f'{head}{bracket}{games}    "games.{slug}",\n{end}{tail}'
