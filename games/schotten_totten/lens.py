"""The lens on a card: its formation at each stone, the cards that would still help there, and the
other side's best answer. From public facts and the own hand."""

from __future__ import annotations

from collections.abc import Sequence

from games.kernel.protocol import Seat
from games.schotten_totten import hints
from games.schotten_totten.deck import CARDS, CLAN, CLAN_NAMES, Bits, Cards, as_bits, cards
from games.schotten_totten.deck import names as named
from games.schotten_totten.formations import SUM, Formation, formation, strongest
from games.schotten_totten.stones import height
from games.schotten_totten.view import Stone, View
from games.schotten_totten.words import explained, formed, kind, title, words
from games.screens.languages import gettext as _
from games.screens.lens import Fact, Lens
from games.screens.phrases import both

ELITE = ("joker", "spy", "shield")
NAMED = 4  # cards that a sentence names


def lens(view: View, names: Sequence[str]) -> Lens | None:
    """Return the lens on a card of the viewer's hand; None for any other."""
    me = view.viewer
    if me is None or view.turn is None or len(names) != 1 or names[0] not in view.hand:
        return None
    name = names[0]
    if kind(name) and kind(name) not in ELITE:
        return Lens(title(name), note=explained(kind(name)))
    open_to = [
        number
        for number, stone in enumerate(view.stones)
        if stone.owner is None and len(stone.sides[me].cards) < stone.size
    ]
    note = "" if open_to else _("No stone has a free place on your side.")
    return Lens(title(name), tuple([_at(view, me, number, name) for number in open_to]), note)


def _at(view: View, me: Seat, number: int, name: str) -> Fact:
    stone, unseen = view.stones[number], hints.missing(view)
    mine = _with(stone, me, name)
    becomes = hints.made(stone, me, name, unseen) or _so_far(stone, me, name)
    public = as_bits(cards(view.unseen)) & ~(1 << CARDS[name])
    more = (*_helped(view, stone, mine, unseen), *_against(stone, me, mine, unseen, public))
    where = _("Stone %(number)s") % {"number": number + 1}
    return Fact(f"mine-{number + 1}", where, becomes, more)


def _so_far(stone: Stone, me: Seat, name: str) -> str:
    """Return the sentence for a side that is still open, or where only the sum counts."""
    if not stone.blind:
        return _("still open")
    total = sum([height(each)[0] for each in (*stone.sides[me].cards, name)])
    return _("Sum %(total)s so far") % {"total": total}


def _with(stone: Stone, me: Seat, name: str) -> Cards:
    return tuple(sorted((*cards(stone.sides[me].cards), CARDS[name])))


def _helped(view: View, stone: Stone, mine: Cards, unseen: Bits) -> tuple[str, ...]:
    """Return the cards that would complete my side best: any of them if it lacks one, else some
    that do."""
    lacks = stone.size - len(mine)
    if not lacks or stone.blind:
        return ()
    if lacks > 1:
        best = strongest(mine, stone.size, False, unseen)
        if best is None or len(mine) < 2:
            return ()
        facts = {"form": formed(best.formation, stone.size), "cards": _named(best.cards)}
        return (_("At best: %(form)s, with %(cards)s.") % facts,)
    hand = as_bits([card for card in cards(view.hand) if card < CLAN and card not in mine])
    (best_held, held), (best_unseen, left) = [_best(mine, stone, some) for some in (hand, unseen)]
    said = []
    if best_unseen.rank > SUM and best_unseen.rank >= best_held.rank:
        facts = {"form": formed(best_unseen, stone.size), "cards": _named(left)}
        said.append(_("Not seen yet: %(cards)s, for up to %(form)s.") % facts)
    if best_held.rank > SUM:
        facts = {"form": formed(best_held, stone.size), "cards": _named(held)}
        said.append(_("You hold %(cards)s, for up to %(form)s.") % facts)
    return tuple(said) or (_("No card makes more of it than a sum."),)


def _best(mine: Cards, stone: Stone, some: Bits) -> tuple[Formation, Cards]:
    """Return the best formation that one of these cards completes, and all of them that complete
    one of its kind, the best first."""
    made = [
        (formation(tuple(sorted((*mine, CARDS[name]))), stone.size, False), CARDS[name])
        for name in CLAN_NAMES
        if some >> CARDS[name] & 1
    ]
    made.sort(reverse=True)
    if not made:
        return Formation(0, 0), ()
    best = made[0][0]
    return best, tuple([card for form, card in made if form.rank == best.rank])


def _named(found: Cards) -> str:
    said = list(map(words, named(found)))
    if len(said) <= NAMED:
        return both(said)
    facts = {"some": ", ".join(said[:NAMED]), "num": len(said) - NAMED}
    return _("%(some)s and %(num)s more") % facts


def _against(stone: Stone, me: Seat, mine: Cards, unseen: Bits, public: Bits) -> tuple[str, ...]:
    """Return the other side's best formation, from public facts alone as for a claim, and the
    comparison."""
    laid, lacks = cards(stone.sides[1 - me].cards), stone.size - len(mine)
    if lacks and not laid:
        return ()
    found = strongest(tuple(sorted(laid)), stone.size, stone.blind, public)
    if found is None:
        return (_("They cannot complete their side any more."),)
    theirs, whole = found.formation, not found.cards
    facts = {"form": formed(theirs, stone.size), "cards": whole or _named(found.cards)}
    if lacks:
        best = strongest(mine, stone.size, stone.blind, unseen)
        if not whole:
            said = _("They could still reach: %(form)s, with %(cards)s.")
        elif best is None or best.formation <= theirs:
            said = _("Theirs: %(form)s. Your side cannot beat it any more.")
        else:
            said = _("Theirs: %(form)s. Your side can still beat it.")
        return (said % facts,)
    own = formation(mine, stone.size, stone.blind)
    if own > theirs or (own == theirs and not whole):
        return (_("Nothing they could have beats it: you could claim the stone."),)
    said = (
        _("Theirs beats it: %(form)s.")
        if whole
        else _("They could still beat it: %(form)s, with %(cards)s.")
    )
    return (said % facts,)
