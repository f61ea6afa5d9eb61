"""The proofs of claims as the board shows them."""

from __future__ import annotations

from dataclasses import dataclass

from games.schotten_totten.stones import height
from games.schotten_totten.view import Proof, Stone, View, why
from games.schotten_totten.words import Card, compared, drawn, formed, words
from games.screens.languages import per_language
from games.screens.phrases import both


@dataclass(frozen=True, slots=True)
class ShownProof:
    """The proof that a stone can be claimed, or that it cannot. True marks an unseen card: their
    side is filled up with those that make it strongest. `unseen` is the number of these, `rule`
    what decides between both formations, `held` those of them that the viewer holds, in
    words."""

    number: int
    proved: bool
    verdict: str
    theirs: tuple[tuple[Card, bool], ...]
    mine: tuple[tuple[Card, bool], ...]
    their_form: str
    my_form: str
    unseen: int
    rule: str
    held: str


def proofs(view: View, me: int) -> tuple[ShownProof, ...]:
    """Return a proof for every free stone where the side at the bottom is complete."""
    found = [(number, why(view, number, me)) for number in range(len(view.stones))]
    return tuple(
        [
            _proof(number + 1, proof, view.stones[number], me, _held(proof, view.hand))
            for number, proof in found
            if proof
        ]
    )


def _held(proof: Proof, hand: tuple[str, ...]) -> tuple[str, ...]:
    """Return the cards of a hand with which a claim is disproved: the rule asks for no hands."""
    return tuple([name for name in proof.cards if name in hand]) if not proof.proved else ()


@per_language(4096)
def _proof(number: int, proof: Proof, stone: Stone, me: int, held: tuple[str, ...]) -> ShownProof:
    laid, mine = stone.sides[1 - me].cards, stone.sides[me].cards
    theirs = [(name, False) for name in laid] + [(name, True) for name in proof.cards]
    return ShownProof(
        number=number,
        proved=proof.proved,
        verdict=proof.verdict
        if proof.cards or proof.verdict == "unreachable"
        else f"{proof.verdict} now",
        theirs=tuple(
            [
                (drawn(name), unseen)
                for name, unseen in sorted(theirs, key=lambda pair: height(pair[0]))
            ]
        ),
        mine=tuple([(drawn(name), False) for name in sorted(mine, key=height)]),
        their_form=formed(proof.theirs, stone.size) if proof.theirs else "",
        my_form=formed(proof.mine, stone.size),
        unseen=len(proof.cards),
        rule=compared(proof.mine, proof.theirs, stone.size) if proof.theirs else "",
        held=both([words(name) for name in held]) if held else "",
    )
