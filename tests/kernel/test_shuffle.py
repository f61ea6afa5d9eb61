"""Shuffles: the same byte for byte (the vectors are those of docs/fair-shuffle.md), permutations,
and all equally likely."""

from __future__ import annotations

import hashlib
import json
import math
import re
from collections import Counter
from dataclasses import FrozenInstanceError, replace
from itertools import pairwise, permutations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.kernel import shuffle as fair
from games.kernel.protocol import Rng
from games.kernel.shuffle import Stream, commitment, shuffle, verify

PAGE = Path(__file__).parents[2] / "docs" / "fair-shuffle.md"
SECRET = bytes(range(64))
ANN, BEN = "0123456789abcdef0123456789abcdef", "fedcba9876543210fedcba9876543210"
NONCES = (ANN, BEN)
TABLE = "k3x9"
DIGITS = tuple("0123456789")
FROZEN_DECK = (
    "B5 B6 R8 G8 W9 G9 W7 Y4 Gx B9 B7 Rx Bx R5 W4 Wx Y10 Yx Y9 Wx G3 Y8 G4 Yx Bx Y7 R2 Y3 G2 B2 "
    "W10 Y6 R7 W5 B10 G6 W2 Wx G10 W6 R6 W3 Rx Gx R9 R10 Y5 B3 Rx W8 R3 Yx G7 Gx R4 Y2 G5 Bx B4 B8"
)

secrets = st.binary(min_size=64, max_size=64)
nonces = st.lists(
    st.text([chr(c) for c in range(33, 127)], min_size=1, max_size=64), min_size=1, max_size=6
)
decks = st.lists(st.text("RGBYWx0123456789", min_size=1, max_size=4), max_size=110)


# --- vectors ---


def test_the_commitment_is_the_sha_256_of_the_secret() -> None:
    assert commitment(SECRET) == "fdeab9acf3710362bd2658cdc9a29e8f9c757fcf9811603a8c447cd1d9151108"
    assert commitment(b"") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"


def blocks(language: str) -> list[str]:
    """Return the code blocks of docs/fair-shuffle.md."""
    found = re.findall(
        r"^```(\w*)\n(.*?)\n```$", PAGE.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE
    )
    return [block for named, block in found if named == language]


def test_the_vectors_of_the_documentation_hold() -> None:
    _, vectors = map(json.loads, blocks("json"))
    assert len(vectors) == 6
    for vector in vectors:
        secret, table, number = bytes.fromhex(vector["secret"]), vector["table"], vector["number"]
        dealt = shuffle(secret, vector["nonces"], table, number, vector["cards"].split())
        assert " ".join(dealt) == vector["dealt"]


def test_the_seed_and_the_worked_shuffle_of_the_documentation_hold() -> None:
    page, layout = PAGE.read_text(encoding="utf-8"), fair.seed(SECRET, NONCES, TABLE, 1)
    assert len(layout) == 180
    assert "".join(blocks("")[1].split()) == layout.hex()
    assert hashlib.shake_256(layout).hexdigest(32) in page
    assert page.count(f"| {' '.join(shuffle(SECRET, NONCES, TABLE, 1, DIGITS))} |") == 2
    many = " ".join(shuffle(SECRET, NONCES, TABLE, 2, [f"C{card}" for card in range(300)]))
    assert f"`{hashlib.sha256(many.encode()).hexdigest()}`" in page


def test_the_example_file_of_the_documentation_is_verified() -> None:
    proof = json.loads(blocks("json")[0])
    assert proof.pop("version") == 1
    assert verify(
        **{
            **proof,
            "secret": bytes.fromhex(proof["secret"]),
            "deals": tuple(map(tuple, proof["deals"])),
        }
    ).ok


def test_a_frozen_deck() -> None:
    deck = [suit + rank for suit in "YBWGR" for rank in ("x", "x", "x", *map(str, range(2, 11)))]
    dealt = " ".join(shuffle(SECRET, NONCES, TABLE, 1, deck))
    assert dealt == FROZEN_DECK


def test_the_bytes_under_a_shuffle_are_laid_out_as_documented() -> None:
    layout = (
        b"\x00\x00\x00\x12fairdeal shuffle 1"
        + (b"\x00\x00\x00\x40" + SECRET)
        + (b"\x00\x00\x00\x04k3x9" + b"\x00\x00\x00\x0212" + b"\x00\x00\x00\x012")
        + (b"\x00\x00\x00\x20" + ANN.encode() + b"\x00\x00\x00\x20" + BEN.encode())
    )
    assert fair.seed(SECRET, NONCES, TABLE, 12) == layout


# --- a shuffle ---


@given(secrets, nonces, st.integers(0, 10**9), decks)
def test_a_shuffle_is_a_permutation_and_always_the_same(
    secret: bytes, nonces: list[str], number: int, cards: list[str]
) -> None:
    dealt = shuffle(secret, nonces, TABLE, number, cards)
    assert Counter(dealt) == Counter(cards)
    assert dealt == shuffle(secret, nonces, TABLE, number, cards)


@given(st.permutations(DIGITS))
def test_the_order_in_which_an_engine_names_its_cards_does_not_matter(cards: list[str]) -> None:
    assert shuffle(SECRET, NONCES, TABLE, 1, cards) == shuffle(SECRET, NONCES, TABLE, 1, DIGITS)


def test_the_cards_given_stay_as_they_were() -> None:
    cards = ["R7", "Y2", "B5"]
    shuffle(SECRET, NONCES, TABLE, 1, cards)
    assert cards == ["R7", "Y2", "B5"]


def test_everything_that_goes_in_changes_what_comes_out() -> None:
    deck = [f"C{card}" for card in range(60)]
    other_secret = SECRET[:-1] + b"\xff"
    dealt = {
        shuffle(SECRET, NONCES, TABLE, 0, deck),
        shuffle(other_secret, NONCES, TABLE, 0, deck),
        shuffle(SECRET, (BEN, ANN), TABLE, 0, deck),
        shuffle(SECRET, (ANN + "0", BEN[1:]), TABLE, 0, deck),
        shuffle(SECRET, (ANN + BEN,), TABLE, 0, deck),
        shuffle(SECRET, (ANN, BEN, ANN), TABLE, 0, deck),
        shuffle(SECRET, NONCES, "k3x", 0, deck),
        shuffle(SECRET, NONCES, TABLE, 1, deck),
        shuffle(SECRET, NONCES, TABLE, 10, deck),
    }
    assert len(dealt) == 9


@given(
    st.lists(nonces, min_size=2, max_size=2, unique_by=tuple),
    st.integers(0, 20),
    st.integers(0, 20),
)
def test_no_two_inputs_share_their_bytes(lists: list[list[str]], one: int, other: int) -> None:
    assert fair.seed(SECRET, lists[0], TABLE, one) != fair.seed(SECRET, lists[1], TABLE, other)


@pytest.mark.parametrize("nonce", ["", "a b", "\n", "é", "x" * 65, "\x7f"])
def test_a_nonce_is_1_to_64_printable_ascii_characters(nonce: str) -> None:
    with pytest.raises(ValueError, match="nonce"):
        shuffle(SECRET, (ANN, nonce), TABLE, 0, DIGITS)


def test_a_short_secret_is_refused() -> None:
    with pytest.raises(ValueError, match="64 bytes"):
        shuffle(SECRET[:63], NONCES, TABLE, 0, DIGITS)


def test_a_negative_number_is_refused() -> None:
    with pytest.raises(ValueError, match="from 0"):
        shuffle(SECRET, NONCES, TABLE, -1, DIGITS)


# --- the stream ---


def test_a_stream_is_the_output_of_shake_256() -> None:
    stream, expected = Stream(b"seed"), hashlib.shake_256(b"seed").digest(5000)
    assert bytes(stream.randrange(256) for _ in range(5000)) == expected


def test_bigger_numbers_take_more_bytes_big_endian() -> None:
    raw = hashlib.shake_256(b"seed").digest(16)
    stream = Stream(b"seed")
    assert stream.randrange(256) == raw[0]
    assert stream.randrange(65536) == int.from_bytes(raw[1:3], "big")
    assert stream.randrange(2**24) == int.from_bytes(raw[3:6], "big")
    assert stream.randrange(2**64) == int.from_bytes(raw[6:14], "big")


class Bytes(Stream):
    """A stream of given bytes."""

    def __init__(self, *values: int) -> None:
        super().__init__(b"")
        self._bytes = bytes(values)


def test_bytes_that_would_favour_low_numbers_are_rejected() -> None:
    # 255 = 85 × 3, so 255 itself is thrown away; of 256 values below 200, only the first 200 count.
    assert Bytes(255, 254).randrange(3) == 254 % 3
    assert Bytes(255, 200, 199).randrange(200) == 199
    assert Bytes(252, 251).randrange(6) == 251 % 6
    # 65535 = 255 × 257 is the first beyond
    assert Bytes(255, 255, 255, 0, 1).randrange(257) == 255 * 256 % 257


def test_a_power_of_two_rejects_nothing() -> None:
    assert [Bytes(255).randrange(2), Bytes(255).randrange(128), Bytes(255).randrange(256)] == [
        1,
        127,
        255,
    ]


def test_a_choice_of_one_takes_no_bytes() -> None:
    stream = Stream(b"seed")
    assert [stream.randrange(1) for _ in range(10)] == [0] * 10
    assert stream.randrange(256) == hashlib.shake_256(b"seed").digest(1)[0]


@pytest.mark.parametrize("n", [0, -1])
def test_nothing_to_choose_from_is_refused(n: int) -> None:
    with pytest.raises(ValueError, match="at least 1"):
        Stream(b"seed").randrange(n)


@given(st.binary(max_size=80), st.integers(1, 2**70))
def test_a_random_number_is_in_range(seed: bytes, n: int) -> None:
    assert 0 <= Stream(seed).randrange(n) < n


def test_a_stream_serves_as_dice() -> None:
    dice: Rng = Stream(b"dice")
    cards = list(DIGITS)
    dice.shuffle(cards)
    assert sorted(cards) == list(DIGITS)


def test_fisher_and_yates_swap_from_the_end() -> None:
    cards = list("abcd")
    Bytes(1, 0, 1).shuffle(cards)  # d↔b, then c↔a in (a d c b), then d stays in (c d a b)
    assert cards == list("cdab")


class Counted:
    """SHAKE-256 that notes how many bytes it was asked for."""

    def __init__(self, seed: bytes) -> None:
        self.shake, self.asked = hashlib.shake_256(seed), 0

    def digest(self, length: int) -> bytes:
        self.asked += length
        return self.shake.digest(length)


def test_a_long_stream_costs_little_more_than_its_length() -> None:
    stream, counted = Stream(b"long"), Counted(b"long")
    stream._shake = counted  # type: ignore[assignment]
    for _ in range(100_000):
        stream.randrange(256)
    assert counted.asked <= 4 * 100_000


# --- evenness, with fixed inputs: these cannot fail by chance ---


def chi_square(counts: Counter[object], cells: int) -> float:
    """Return by how many standard deviations the chi-square statistic differs from that of even
    chances."""
    expected = sum(counts.values()) / cells
    statistic = (
        sum((count - expected) ** 2 / expected for count in counts.values())
        + (cells - len(counts)) * expected
    )
    return (statistic - (cells - 1)) / math.sqrt(2 * (cells - 1))


def test_all_orders_of_four_cards_are_equally_likely() -> None:
    orders: Counter[object] = Counter(
        shuffle(SECRET, NONCES, TABLE, number, "abcd") for number in range(12_000)
    )
    assert set(orders) == set(permutations("abcd"))
    assert abs(chi_square(orders, 24)) < 3


def test_every_card_is_equally_likely_in_every_place() -> None:
    places: Counter[object] = Counter()
    for number in range(3_000):
        places.update(enumerate(shuffle(SECRET, NONCES, TABLE, number, DIGITS)))
    assert abs(chi_square(places, 100) + 9 / math.sqrt(2 * 99)) < 3  # 81 degrees of freedom, not 99


def test_successive_shuffles_do_not_depend_on_each_other() -> None:
    tops = [shuffle(SECRET, NONCES, TABLE, number, "abcdef")[0] for number in range(7_200)]
    assert abs(chi_square(Counter(pairwise(tops)), 36)) < 3


@pytest.mark.parametrize("n", [3, 6, 10, 60, 101, 200, 257])
def test_random_numbers_are_even(n: int) -> None:
    stream = Stream(b"even %d" % n)
    assert abs(chi_square(Counter(stream.randrange(n) for _ in range(100 * n)), n)) < 3


# --- verification ---

DEALS = (shuffle(SECRET, NONCES, TABLE, 0, ["S0", "S1"]), shuffle(SECRET, NONCES, TABLE, 1, DIGITS))


def verified(**changes: object) -> fair.Verification:
    facts: dict[str, object] = dict(
        secret=SECRET,
        commitment=commitment(SECRET),
        nonces=NONCES,
        table=TABLE,
        order="random",
        deals=DEALS,
    )
    return verify(**{**facts, **changes})  # type: ignore[arg-type]


def test_an_honest_table_is_verified() -> None:
    result = verified()
    assert result.ok and result.commitment_matches
    assert [(deal.number, deal.matches) for deal in result.deals] == [(0, True), (1, True)]
    assert (
        [deal.cards for deal in result.deals]
        == [deal.expected for deal in result.deals]
        == list(DEALS)
    )


def test_two_exchanged_cards_are_noticed() -> None:
    swapped = (DEALS[1][1], DEALS[1][0], *DEALS[1][2:])
    result = verified(deals=(DEALS[0], swapped))
    assert not result.ok and result.commitment_matches
    assert [deal.matches for deal in result.deals] == [True, False]
    assert result.deals[1].cards == swapped and result.deals[1].expected == DEALS[1]


def test_another_secret_is_noticed_even_when_its_deals_fit() -> None:
    other = bytes(64)
    deals = (
        shuffle(other, NONCES, TABLE, 0, ["S0", "S1"]),
        shuffle(other, NONCES, TABLE, 1, DIGITS),
    )
    result = verified(secret=other, deals=deals)
    assert all(deal.matches for deal in result.deals)
    assert not result.commitment_matches and not result.ok


@pytest.mark.parametrize(
    "changes",
    [{"nonces": (BEN, ANN)}, {"nonces": (ANN, "x")}, {"table": "k3x8"}, {"deals": DEALS[1:]}],
)
def test_anything_exchanged_afterwards_is_noticed(changes: dict[str, object]) -> None:
    assert not verified(**changes).ok


def test_as_they_sit_the_seat_deal_is_in_order_and_the_next_deal_keeps_its_number() -> None:
    assert verified(order="seats", deals=(("S0", "S1"), DEALS[1])).ok
    assert not verified(order="seats", deals=(("S1", "S0"), DEALS[1])).ok


def test_an_unknown_order_of_seats_is_refused() -> None:
    with pytest.raises(ValueError, match="order"):
        verified(order="alphabetical")


def test_a_table_without_deals_only_opens_its_commitment() -> None:
    assert verified(deals=()).ok


def test_results_are_values() -> None:
    result = verified()
    assert result == verified() and hash(result) == hash(verified())
    assert replace(result, commitment_matches=False).ok is False
    with pytest.raises(FrozenInstanceError):
        result.commitment_matches = False  # type: ignore[misc]
