"""Reasons for a move in Schotten Totten, from the view of its seat: the effect of a card at a
stone, and the basis of a claim. Those for tactics cards are in tactics_advice.py."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

from django.utils.translation import gettext as _

from games.kernel.protocol import Seat
from games.schotten_totten import hints, tactics_advice
from games.schotten_totten.deck import CARDS, CLAN_NAMES, Bits, as_bits, cards
from games.schotten_totten.formations import KIND, SUM, Formation, formation, strongest
from games.schotten_totten.view import Proof, Side, Stone, View
from games.schotten_totten.view import why as prove
from games.schotten_totten.words import formed, kind, ranked, split, words
from games.screens import advice
from games.screens.advice import Reason, reason, weightiest
from games.screens.phrases import both, uncapital

GOOD = 15
"""The least sum with which a run or a colour is worth beginning."""


def why(view: View, seat: Seat, code: str, other: str | None = None) -> str:
    """Return the weightiest reason for a code, if possible one that the other code lacks."""
    return weightiest(reasons(view, seat, code), reasons(view, seat, other) if other else ())


def reasons(view: View, seat: Seat, code: str) -> Iterator[Reason]:
    """Yield the reasons for a code, the weightiest first."""
    verb, card, to = split(code)
    stone = int(to) - 1 if to.isdigit() else -1
    if verb == "claim":
        yield from _claimed(view, seat, stone)
    elif verb == "play" and kind(card) in ("blind", "mud"):
        yield from tactics_advice.mode(view.stones[stone], seat, stone, card)
    elif verb == "play":
        yield from _laid(view, seat, stone, card)
    elif verb == "draw":
        yield from _drawn(view, seat, code == "draw clan")
    elif verb in ("strategist", "banshee", "traitor", "recruiter"):
        yield from tactics_advice.ruse(view, seat, verb, card)
        if stone >= 0 and card not in view.stones[stone].sides[1 - seat].cards:
            yield from _laid(view, seat, stone, card)
    else:
        yield from _other(view, seat, code, card)


def laid(view: View, seat: Seat, number: int, card: str) -> View:
    """Return the view with one more card on the seat's side of a stone."""
    stone = view.stones[number]
    side = (*stone.sides[seat].cards, card)
    sides = list(stone.sides)
    sides[seat] = Side(side, None)
    first = seat if stone.first is None and len(side) == stone.size else stone.first
    stones = list(view.stones)
    stones[number] = replace(stone, sides=(sides[0], sides[1]), first=first)
    unseen = tuple(name for name in view.unseen if name != card)
    return replace(view, stones=tuple(stones), unseen=unseen)


def _claimed(view: View, seat: Seat, number: int) -> Iterator[Reason]:
    if number in view.winning[seat]:
        yield reason("wins", _("it wins you the round."))
    proof = prove(view, number, seat)
    if proof is None:
        return
    yield _proved(proof, view.stones[number].size)
    yield reason("sure", _("it is proved, and then no card can change it any more."))


def _proved(proof: Proof, size: int) -> Reason:
    if proof.verdict == "unreachable":
        return reason("unreachable", _("the other side cannot be completed there any more."))
    if proof.verdict == "earlier":
        return reason("earlier", _("the other side can only equal it, and you were there first."))
    theirs = _said(proof.theirs, size) if proof.theirs else ""
    text = _("at best the other side has %(theirs)s there, you %(mine)s.")
    return reason("better", text, theirs=theirs, mine=_said(proof.mine, size))


def _said(its: Formation, size: int) -> str:
    return uncapital(formed(its, size))


def _laid(view: View, seat: Seat, number: int, card: str) -> Iterator[Reason]:
    stone, facts = view.stones[number], {"stone": str(number + 1)}
    after = laid(view, seat, number, card)
    if (proof := prove(after, number, seat)) is not None:
        yield from _completed(view, seat, number, proof)
    elif _is_lost(after.stones[number], seat, after.unseen):
        text = _("no clan cards can win stone %(stone)s for you any more.")
        yield reason("lost anyway", text, **facts)
    if number in view.winning[1 - seat]:
        text = _("stone %(stone)s alone would win the round for the other side.")
        yield reason("guards", text, **facts)
    yield from _with_mates(view, seat, number, card)
    yield from _beside(view, seat, number)
    theirs = stone.sides[1 - seat].cards
    if len(theirs) == stone.size - 1:
        text = _("the other side needs only one more card at stone %(stone)s.")
        yield reason("answers", text, **facts)
    side = after.stones[number]
    if proof is None and stone.sides[seat].cards and not stone.blind:
        yield from _open(side, seat, number, hints.missing(after))
    elif not stone.sides[seat].cards:
        yield from _begun(view, card, stone.size)
        text = _("it begins stone %(stone)s, where you have no card yet.")
        yield reason("begins", text, **facts)
    yield reason("adds", _("it adds to stone %(stone)s."), **facts)


def _completed(view: View, seat: Seat, number: int, proof: Proof) -> Iterator[Reason]:
    facts = {"stone": str(number + 1), "made": _said(proof.mine, view.stones[number].size)}
    if proof.proved and number in view.winning[seat]:
        text = _("nothing unseen can beat it, and stone %(stone)s wins you the round.")
        yield reason("will win", text, **facts)
    if proof.proved:
        text = _("it makes %(made)s at stone %(stone)s, and nothing unseen can beat that.")
        yield reason("proves", text, **facts)
    yield reason("completes", _("it completes stone %(stone)s: %(made)s."), **facts)


def _begun(view: View, card: str, size: int) -> Iterator[Reason]:
    """Yield how open a colour run is that begins with a clan card."""
    if card not in CLAN_NAMES:
        return
    near = [name for name in CLAN_NAMES if name[0] == card[0] and name != card]
    near = [name for name in near if abs(int(name[1]) - int(card[1])) < size]
    left = sum(name in view.unseen for name in near)
    if left == len(near):
        yield reason("open run", _("no card that makes a colour run with it is laid yet."))
    elif left > 1:
        text = _("%(num)d cards that make a colour run with it are not laid yet.")
        yield reason("open run", text, num=left)


def _is_lost(stone: Stone, seat: Seat, unseen: tuple[str, ...]) -> bool:
    """Tell whether the seat's side can no longer beat a complete other side."""
    theirs = stone.sides[1 - seat].formation
    side = tuple(sorted(cards(stone.sides[seat].cards)))
    if theirs is None:
        return False
    return strongest(side, stone.size, stone.blind, as_bits(cards(unseen)), theirs) is None


def _open(stone: Stone, seat: Seat, number: int, left: Bits) -> Iterator[Reason]:
    """Yield the best formation that unseen cards could still make of a side."""
    best = hints.best(tuple(sorted(cards(stone.sides[seat].cards))), stone.size, left)
    if best is not None and best.rank > SUM:
        facts = {"stone": str(number + 1), "made": ranked(best.rank, stone.size)}
        yield reason("open", _("at stone %(stone)s you can still make %(made)s."), **facts)


def _with_mates(view: View, seat: Seat, number: int, card: str) -> Iterator[Reason]:
    """Yield the best formation that the card makes with others of the hand, if it is more than a
    sum."""
    stone = view.stones[number]
    side = (*cards(stone.sides[seat].cards), CARDS[card])
    missing = stone.size - len(side)
    others = [CARDS[name] for name in view.hand if name in CLAN_NAMES and name != card]
    if not 0 < missing < 3 or stone.blind:
        return
    found = [
        (formation(tuple(sorted((*side, *mates))), stone.size, False), mates)
        for mates in combinations(others, missing)
    ]
    best, mates = max(found, default=(None, ()))
    if best is None or best.rank == SUM:
        return
    if missing == 2 and best.rank < KIND and best.total < GOOD:
        return
    facts = {"stone": str(number + 1), "made": _said(best, stone.size)}
    text = _("with your %(cards)s it makes %(made)s.")
    yield reason("mates", text, cards=both(list(map(_word, mates))), **facts)


def _word(card: int) -> str:
    return words(CLAN_NAMES[card])


def _beside(view: View, seat: Seat, number: int) -> Iterator[Reason]:
    owners = [stone.owner for stone in view.stones]
    if seat in (*owners[max(0, number - 1) : number], *owners[number + 1 : number + 2]):
        text = _("stone %(stone)s is beside one of yours, and three in a row win.")
        yield reason("beside", text, stone=str(number + 1))


def _drawn(view: View, seat: Seat, clan: bool) -> Iterator[Reason]:
    ahead = view.played[seat] > view.played[1 - seat]
    tactics = view.tactics_counts[seat]
    if clan and view.tactics and not view.tactics_deck:
        yield reason("no tactics", _("no tactics card is left to draw."))
    if clan and ahead:
        text = _("you may play no tactics card until the other side plays one.")
        yield reason("may not", text)
    if clan and tactics:
        text = _("you hold %(cards)s of tactics already, and clan cards make formations.")
        yield reason("enough", text, cards=tactics)
    if clan:
        text = _("formations are made of clan cards; %(cards)s are out of your sight.")
        yield reason("clan", text, cards=len(hints.unseen(view)))
    elif not tactics:
        yield reason("first", _("you hold no tactics card, and one can turn a stone."))
    else:
        text = _("you hold %(cards)s, so there is room for one more ruse.")
        yield reason("another", text, cards=advice.cards(view.hand_counts[seat]))


def _other(view: View, seat: Seat, code: str, card: str) -> Iterator[Reason]:
    if code == "end":
        yield reason("ends", _("there is no card for you to draw."))
    elif code == "pass":
        held = [name for name in view.hand if name not in CLAN_NAMES]
        if held:
            yield reason(
                "saves", _("no clan card of yours can be laid, and it saves your tactics.")
            )
        yield reason("stuck", _("no clan card of yours can be laid."))
    else:
        yield from _returned(view, card)


def _returned(view: View, card: str) -> Iterator[Reason]:
    others = [name for name in view.hand if name != card]
    if card not in CLAN_NAMES:
        yield reason("returns tactics", _("your clan cards are worth more to you now."))
        return
    if not any(name[0] == card[0] or name[1] == card[1] for name in others if name in CLAN_NAMES):
        text = _("it shares neither colour nor strength with your other cards.")
        yield reason("alone", text)
    if card[1] == min(name[1] for name in view.hand if name in CLAN_NAMES):
        yield reason("lowest", _("no clan card in your hand is lower."))
    yield reason("returns", _("your other cards go together better."))
