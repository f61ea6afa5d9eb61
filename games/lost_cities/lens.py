"""The lens on a card: its effect on its expedition, and on the other side's by the discard pile."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from games.lost_cities.deck import CARDS, SUIT_OF, Card, cards, value
from games.lost_cities.scoring import BONUS, LONG, earns_bonus, score
from games.lost_cities.view import View, out_of_sight
from games.lost_cities.words import colour
from games.screens.cards import title
from games.screens.languages import gettext as _
from games.screens.languages import ngettext
from games.screens.lens import Fact, Lens, change
from games.screens.phrases import both, minus


def lens(view: View, names: Sequence[str]) -> Lens | None:
    """Return the lens on a card of the viewer's hand; None for any other."""
    if view.viewer is None or view.turn is None or len(names) != 1 or names[0] not in view.hand:
        return None
    return Lens(title(names[0]), (_played(view, names[0]), _discarded(view, names[0])))


def follows(card: Card, laid: Sequence[Card]) -> bool:
    """Tell whether a card may be laid on these of its suit (1.3)."""
    return not laid or value(card) > value(laid[-1]) or value(card) == value(laid[-1]) == 0


def _laid(view: View, seat: int, name: str) -> tuple[Card, ...]:
    return cards(view.expeditions[seat][view.suits.index(name[0])].cards)


def _played(view: View, name: str) -> Fact:
    assert view.viewer is not None
    card, laid = CARDS[name], _laid(view, view.viewer, name)
    at = f"mine-{name[0]}"
    where = _("Your %(suit)s expedition") % {"suit": colour(name[0])}
    if not follows(card, laid):
        return Fact(at, where, _("does not fit"))
    after = (*laid, card)
    rest = list(view.hand)
    rest.remove(name)
    unseen = _next(out_of_sight(view), after)
    held = _next(cards(rest), after)
    return Fact(at, where, change(score(laid), score(after)), _ahead(after, unseen, held))


def _next(found: Iterable[Card], after: Sequence[Card]) -> tuple[Card, ...]:
    """Return those of the cards that could still follow, the lowest first."""
    own = [card for card in found if SUIT_OF[card] == SUIT_OF[after[-1]]]
    return tuple(sorted([card for card in own if follows(card, after)]))


def _ahead(
    after: tuple[Card, ...], unseen: tuple[Card, ...], held: tuple[Card, ...]
) -> tuple[str, ...]:
    """Return the prospects of an expedition."""
    said = []
    if unseen:
        said.append(_("Not seen yet, and fits after it: %(cards)s.") % {"cards": _ranks(unseen)})
    else:
        said.append(_("No card that you have not seen fits after it."))
    if held:
        said.append(_("You hold %(cards)s.") % {"cards": _ranks(held)})
    whole = (*after, *sorted((*unseen, *held)))
    if whole != after:
        said.append(_("With all of them it is worth %(points)s.") % {"points": minus(score(whole))})
    missing = LONG - len(after)
    if missing > 0 and earns_bonus(whole):
        said.append(
            ngettext(
                "%(num)s more card earns the bonus of %(bonus)s.",
                "%(num)s more cards earn the bonus of %(bonus)s.",
                missing,
            )
            % {"num": missing, "bonus": BONUS}
        )
    return tuple(said)


def _ranks(found: Sequence[Card]) -> str:
    """Return cards of one suit in words: "an investment, 8 and 10"."""
    stakes = sum([not value(card) for card in found])
    numbers = [str(value(card)) for card in found if value(card)]
    words = ngettext("%(num)d investment", "%(num)d investments", stakes) % {"num": stakes}
    return both([words, *numbers] if stakes else numbers)


def _discarded(view: View, name: str) -> Fact:
    """Return the use of the card to the other side."""
    assert view.viewer is not None
    card, laid = CARDS[name], _laid(view, 1 - view.viewer, name)
    at = f"pile-{name[0]}"
    where = _("Discarded")
    if not follows(card, laid):
        return Fact(at, where, _("no use to them"), (_("The other side cannot play it."),))
    before, after = score(laid), score((*laid, card))
    facts = {"before": minus(before), "after": minus(after)}
    said = _("The other side could take it: from %(before)s to %(after)s.") % facts
    return Fact(at, where, _("theirs %(change)s") % {"change": change(before, after)}, (said,))
