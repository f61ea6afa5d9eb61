"""Plans in Schotten Totten: conditions on the stones, and answers."""

from __future__ import annotations

from collections.abc import Callable

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from games.kernel.protocol import Seat
from games.schotten_totten.view import Side, View
from games.schotten_totten.words import drawn, kind, words
from games.screens.phrases import Said, Sentence, sentence
from games.screens.plans import Choices, Codes, Condition, Field, Planning, Seen, Values, tells

ANY = "any"
ALL = "claim all"
"""The stored wish for every claim that can be proved once the turn has come."""
ELITE = ("joker", "spy", "shield")
"""The tactics cards that are laid like clan cards. Others are too much for one line."""


def _stones(view: View, seat: Seat) -> Choices:
    return [*_numbered(range(1, len(view.stones) + 1)), (ANY, _("any stone"))]


def _numbered(stones: range | list[int]) -> list[tuple[str, str]]:
    return [(str(stone), _("stone %(stone)s") % {"stone": stone}) for stone in stones]


def _cards(view: View, seat: Seat) -> Choices:
    laid = [name for name in view.hand if kind(name) in ("", *ELITE)]
    return [(name, words(name)) for name in laid]


def _places(view: View, seat: Seat) -> Choices:
    return _numbered(
        [
            number
            for number, stone in enumerate(view.stones, 1)
            if stone.owner is None and len(stone.sides[seat].cards) < stone.size
        ]
    )


def _claims(view: View, seat: Seat) -> Choices:
    return [("all", _("claim all I can")), ("none", _("claim nothing"))]


def _draws(view: View, seat: Seat) -> Choices:
    if not view.tactics:
        return [("clan", _("draw"))]
    return [("clan", _("draw a clan card")), ("tactics", _("draw a tactics card"))]


def _sides(seen: Seen[View], values: Values) -> list[tuple[Side, Side]]:
    """Return the other's sides at the stones of these values, before and now. In a new round there
    was nothing before."""
    them, nothing = 1 - seen.seat, Side((), None)
    same = seen.before.round == seen.after.round
    return [
        (before.sides[them] if same else nothing, now.sides[them])
        for number, (before, now) in enumerate(
            zip(seen.before.stones, seen.after.stones, strict=True), 1
        )
        if values["stone"] in (ANY, str(number))
    ]


def _complete(seen: Seen[View], values: Values) -> bool:
    return any(
        now.formation is not None and (values["stone"] != ANY or before.formation is None)
        for before, now in _sides(seen, values)
    )


def _plays(seen: Seen[View], values: Values) -> bool:
    return any(set(now.cards) - set(before.cards) for before, now in _sides(seen, values))


def _claimed(seen: Seen[View], values: Values) -> bool:
    same = seen.before.round == seen.after.round
    pairs = enumerate(zip(seen.before.stones, seen.after.stones, strict=True), 1)
    return any(
        now.owner == 1 - seen.seat and not (same and before.owner == now.owner)
        for number, (before, now) in pairs
        if values["stone"] in (ANY, str(number))
    )


def _free(seen: Seen[View], values: Values) -> bool:
    """Tell whether the other has claimed nothing and completed no side."""
    return not _claimed(seen, {"stone": ANY}) and not _complete(seen, {"stone": ANY})


def _tells(one: Promise, some: Promise) -> Callable[[Values], Sentence]:
    """Return `tell` for a sentence about one stone, and one about any."""
    return lambda values: tells(some if values["stone"] == ANY else one)(values)


def _codes(view: View, seat: Seat, values: Values) -> Codes:
    play, draw = f"play {values['card']}>{values['place']}", f"draw {values['draw']}"
    claims = [ALL] if values["claim"] == "all" else []
    return (*claims, play, draw) if view.expert else (play, *claims, draw)


def _say(values: Values) -> Sentence:
    card = values["card"]
    shown = words(card) if kind(card) else Said(words(card), (drawn(card),))
    facts = {"card": shown, "stone": values["place"]}
    if values["claim"] == "all":
        return sentence(_("play %(card)s at stone %(stone)s, claim all I can, draw"), **facts)
    return sentence(_("play %(card)s at stone %(stone)s, draw"), **facts)


def _meant(seen: Seen[View], legal: Codes, code: str) -> Codes:
    """Return the code; for the wish ALL the claims, and for a draw the end of the turn where there
    is nothing to draw."""
    if code == ALL:
        return tuple([each for each in legal if each[:6] == "claim "])
    if code[:5] == "draw " and code not in legal:
        return next(([each] for each in legal if each[:5] == "draw " or each == "end"), [code])
    return (code,)


def _public(code: str) -> str:
    """Return the public part of a code: a card goes back under its deck unseen."""
    return "return" if code[:7] == "return " else code


PLANNING: Planning[View] = Planning(
    of_other=True,
    conditions=(
        Condition(
            "complete",
            lazy("has completed"),
            _complete,
            _tells(
                lazy("If stone %(stone)s is complete on %(player)s’s side"),
                lazy("If %(player)s completes a side"),
            ),
            fields=("stone",),
        ),
        Condition(
            "claims",
            lazy("claims"),
            _claimed,
            _tells(
                lazy("If %(player)s claims stone %(stone)s"), lazy("If %(player)s claims a stone")
            ),
            fields=("stone",),
        ),
        Condition(
            "plays",
            lazy("plays on"),
            _plays,
            _tells(
                lazy("If %(player)s plays on stone %(stone)s"), lazy("If %(player)s plays a card")
            ),
            fields=("stone",),
        ),
        Condition(
            "free",
            lazy("claims and completes nothing"),
            _free,
            tells(lazy("If %(player)s neither claims a stone nor completes a side")),
        ),
    ),
    fields=(Field("stone", lazy("Stone"), _stones),),
    answer=(
        Field("card", lazy("Card"), _cards),
        Field("place", lazy("Where"), _places),
        Field("claim", lazy("Claims"), _claims),
        Field("draw", lazy("Draw"), _draws),
    ),
    codes=_codes,
    say=_say,
    meant=_meant,
    public=_public,
)
