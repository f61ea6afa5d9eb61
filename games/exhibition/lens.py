"""The lens on a card of the wall, or on the one in hand: its gain in each showcase of the hall, the
number of unseen cards that still fit beside it, and the rivals who could still do better."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import cast

from games.exhibition import turns
from games.exhibition import view as views
from games.exhibition.actions import placing
from games.exhibition.cases import AREAS
from games.exhibition.deck import CARDS, NAMES, NO_CARD, Bits
from games.exhibition.placement_effects import brings
from games.exhibition.placement_gains import Gain, gains
from games.exhibition.scoring import COMPARED, Compared, years
from games.exhibition.showcases import DEPOT, FIRST, SIZES
from games.exhibition.state import State
from games.exhibition.view import View, spots
from games.exhibition.words import drawn, showcase
from games.kernel.protocol import Seat
from games.screens.languages import gettext as _
from games.screens.languages import ngettext
from games.screens.lens import Fact, Lens
from games.screens.phrases import both, signed


def lens(view: View, names: Sequence[str]) -> Lens | None:
    """Return the lens on a card below a continent, or on the viewer's own; None for any other."""
    me = view.viewer
    if me is None or view.turn is None or len(names) != 1:
        return None
    card, own = names[0], view.taken if view.turn == me else None
    if card != own and not any(card in column for column in view.columns):
        return None
    columns = tuple([tuple([each for each in one if each != card]) for one in view.columns])
    held = replace(view, taken=card, columns=columns)
    drawing = drawn(card)
    title = f"{drawing.rank} · {drawing.title}"
    if view.halls[me].finished:
        return Lens(title, note=_("Your exhibition is finished."))
    facts = _showcases(held, me, card)
    note = "" if facts else _("It fits nowhere in your hall.")
    if len(view.halls[me].depot) < DEPOT:
        facts.append(Fact("mine-depot", showcase("depot"), "−1"))
    return Lens(title, tuple(facts), note)


def _showcases(view: View, me: Seat, card: str) -> list[Fact]:
    gain, found, facts = gains(view, me), iter(spots(view, me, card)), list[Fact]()
    for number, area in enumerate(AREAS):
        name, lying = view.showcases[number], view.halls[me].showcases[number]
        open_to = [spot for spot in [next(found) for _spot in lying] if not spot.obstacles]
        if not open_to:
            continue
        best = max(open_to, key=lambda spot: _order(gain[spot.code]))
        words = {
            spot.number: brings(name, lying, spot, card, gain[spot.code]).words for spot in open_to
        }
        more = [
            _("Spot %(spots)s: %(brings)s.")
            % {"spots": both([at for at in words if words[at] == said]), "brings": said}
            for said in dict.fromkeys(words.values())
        ]
        after = _after(view, me, card, FIRST[number] + best.number - 1)
        more += [_still(view, after, me, number), *_rivals(view, after, me, number)]
        where = showcase(name)
        facts.append(Fact(f"mine-{area}", where, signed(gain[best.code].points), tuple(more)))
    return facts


def _order(gain: Gain) -> tuple[int, int]:
    return gain.points, -gain.closed


def _after(view: View, me: Seat, card: str, spot: int) -> State:
    state = views.known(view)._replace(step="place", turn=me, taken=CARDS[card])
    return turns.place(state, me, placing(view.showcases)[spot])


def unseen(view: View) -> Bits:
    """Return the cards that nobody has seen."""
    seen = {view.taken, *view.gone}.union(
        *view.columns,
        *[hall.depot for hall in view.halls],
        *[case for hall in view.halls for case in hall.showcases],
    )
    return sum([1 << CARDS[name] for name in NAMES if name not in seen])


def _still(view: View, after: State, me: Seat, number: int) -> str:
    """Return the number of unseen cards that fit the free places of a showcase."""
    first, left = FIRST[number], 0
    own = after.halls[me]
    for spot in range(first, first + SIZES[number]):
        left |= own.fitting[spot]
    count = (left & unseen(view)).bit_count()
    if NO_CARD not in own.cards[first : first + SIZES[number]]:
        return _("The showcase is full with it.")
    return ngettext(
        "%(num)s card that nobody has seen fits beside it.",
        "%(num)s cards that nobody has seen fit beside it.",
        count,
    ) % {"num": count}


def _rivals(view: View, after: State, me: Seat, number: int) -> tuple[str, ...]:
    """Return who is better, or may become so, where halls are compared."""
    if view.showcases[number] not in COMPARED or view.seats == 1:
        return ()
    name = cast(Compared, view.showcases[number])
    cards = [years(view.showcases, name, hall.cards) for hall in after.halls]
    mine = cards[me]
    if mine is None:
        return ()
    worth = COMPARED[name]
    better = [each for each in cards if each is not None and worth(each) > worth(mine)]
    open_to = [seat for seat, each in enumerate(cards) if each is None and seat != me]
    going = [seat for seat in open_to if not view.halls[seat].finished]
    facts = {"better": len(better), "open": len(going)}
    return (_("Better already: %(better)s. May still become better: %(open)s.") % facts,)
