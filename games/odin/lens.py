"""The lens on chosen cards: whether they beat the set on the table, the hand's additions, and how
many others could still beat them. From public facts and the own hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.kernel.protocol import Seat
from games.odin.choices import best_words, makes, verdict_on
from games.odin.sets import CARDS, DECK, OF_COLOUR, OF_NUMBER, Bits, as_bits
from games.odin.sets import names as named
from games.odin.view import View
from games.odin.words import chosen, sizes, value, words
from games.screens.languages import gettext as _
from games.screens.languages import ngettext
from games.screens.lens import Fact, Lens
from games.screens.phrases import capital


def lens(view: View, names: Sequence[str]) -> Lens | None:
    """Return the lens on cards of the viewer's hand; None for any others."""
    if view.viewer is None or view.turn is None or not names or len({*names}) != len(names):
        return None
    if not {*names} <= {*view.hand}:
        return None
    cards = sorted(names, key=lambda name: CARDS[name])
    title = capital(words(cards))
    fact = Fact("middle", _("On the table"), _becomes(view, cards), tuple(_more(view, cards)))
    return Lens(title, (fact,))


def _becomes(view: View, cards: Sequence[str]) -> str:
    top = view.plays[-1] if view.plays else None
    facts: dict[str, object] = {
        "value": value(cards),
        "top": top.value if top else "",
        "sizes": sizes(len(top.cards) if top else 0),
    }
    return chosen(verdict_on(view, cards), facts)


def _more(view: View, cards: Sequence[str]) -> Iterator[str]:
    rest = [name for name in view.hand if name not in cards]
    if len(cards) == 1 and (others := makes(cards[0], rest)):
        yield _("Best %(set)s.") % {"set": best_words(cards[0], others)}
    if verdict_on(view, cards) not in ("beats", "leads") or not rest:
        return
    worth = value(cards)
    highest = [best(view, seat, len(cards), worth) for seat in rivals(view)]
    could = [found for found in highest if found]
    if not could:
        yield _("Nobody can beat %(value)s.") % {"value": worth}
        return
    facts = {"num": len(could), "value": worth, "top": max(could)}
    if len(could) == len(highest):
        said = _("Each of the others could beat %(value)s, with up to %(top)s.")
    else:
        said = ngettext(
            "%(num)s of the others could beat %(value)s, with up to %(top)s.",
            "%(num)s of the others could beat %(value)s, with up to %(top)s.",
            len(could),
        )
    if len(highest) == 1:
        said = _("The other player could beat %(value)s, with up to %(top)s.")
    yield said % facts


def rivals(view: View) -> tuple[Seat, ...]:
    """Return the other seats that hold cards."""
    return tuple(
        [seat for seat, count in enumerate(view.hand_counts) if count and seat != view.viewer]
    )


def unseen(view: View) -> Bits:
    """Return the cards that the viewer cannot place: in hidden hands, or not dealt."""
    on_table = [name for play in view.plays[-2 if view.beaten else -1 :] for name in play.cards]
    taken = [name for seat, own in enumerate(view.taken) if seat != view.viewer for name in own]
    return DECK & ~as_bits({*view.gone, *on_table, *taken, *view.hand})


def best(view: View, seat: Seat, size: int, worth: int) -> int:
    """Return the highest set that a seat could lay on a set of this size and value, as far as
    anybody but itself can tell; 0 if it cannot."""
    known, hidden = as_bits(view.taken[seat]), unseen(view)
    backs = view.hand_counts[seat] - known.bit_count()
    found = [
        _highest(known & alike, hidden & alike, backs, many)
        for many in (size, size + 1)
        if many <= view.hand_counts[seat]
        for alike in (*OF_COLOUR, *OF_NUMBER)
    ]
    return max([each for each in found if each > worth], default=0)


def _highest(known: Bits, hidden: Bits, backs: int, many: int) -> int:
    """Return the highest value of so many cards of one kind, of which at most `backs` are hidden; 0
    if there are not so many."""
    sure = _digits(known)
    maybe = _digits(hidden)[:backs]
    digits = sorted((*sure, *maybe), reverse=True)[:many]
    return int("".join(digits)) if len(digits) == many else 0


def _digits(cards: Bits) -> list[str]:
    return sorted([name[1] for name in named(cards)], reverse=True)
