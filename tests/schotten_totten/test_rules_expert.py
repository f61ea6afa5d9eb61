"""The rules of the expert variant, read as play: claims come before the card is laid (2.9)."""

from __future__ import annotations

from games.kernel.protocol import Outcome
from tests.schotten_totten.table import Table


def red_run(*, tactics: str | None = None) -> Table:
    """Return a table where Ann has laid the strongest run at stone 3, and it is her turn again."""
    table = Table(ann="R7 R8 R9", ben="P1 P2 P3", tactics=tactics, expert=True)
    table.lays("ann R7>3", "ben P1>9", "ann R8>3", "ben P2>9")
    table.plays("ann play R9>3")
    assert (
        table.codes("ann") == ["draw clan"] if tactics is None else ["draw clan", "draw tactics"]
    ), "not before the other has answered"
    table.plays("ann draw clan")
    return table


def test_2_9_claims_stand_beside_the_cards_to_be_played() -> None:
    table = red_run()
    table.lays("ben P3>9")
    codes = table.codes("ann")
    assert codes[0] == "claim 3" and [code for code in codes if code.startswith("play")]
    table.plays("ann claim 3")
    assert table.sees("cal").step == "play" and not table.codes("ann", "claim")
    assert table.codes("ann", "play")


def test_2_9_the_other_has_one_turn_to_answer() -> None:
    table = Table(ann="R1 R2 R3", ben="B2 B3 B4", expert=True)
    table.lays("ann R1>3", "ben B2>3", "ann R2>3", "ben B3>3", "ann R3>3", "ben B4>3")
    assert table.codes("ann", "claim") == []
    table.lays("ann x>9")
    assert table.codes("ben", "claim") == ["claim 3"]


def test_2_9_after_the_card_is_laid_no_claim_is_left() -> None:
    table = red_run()
    table.lays("ben P3>9")
    table.plays(f"ann {table.codes('ann', 'play')[0]}")
    assert table.codes("ann") == ["draw clan"]


def test_2_9_nor_after_a_ruse() -> None:
    table = red_run(tactics="")
    table.lays("ben P3>9")
    table.state = table.state._replace(
        hands=((*table.state.hands[0][:6], 60), table.state.hands[1])
    )
    table.plays("ann recruiter", *["ann draw clan"] * 3)
    table.plays(*[f"ann {code}" for code in table.codes("ann")[:2]])
    assert table.codes("ann") == ["end"]


def test_2_9_three_adjacent_stones_win_before_a_card_is_laid() -> None:
    runs = "R7 R8 R9 G7 G8 G9 B7 B8 B9".split()
    junk = "K1 K2 K3 K4 K5 K6 P1 P2 P3".split()
    table = Table(ann=" ".join(runs), ben=" ".join(junk), expert=True)
    for own, at, his, there in zip(runs, "111222333", junk, "888999777", strict=True):
        table.lays(f"ann {own}>{at}", f"ben {his}>{there}")
    table.plays("ann claim 1", "ann claim 2", "ann claim 3")
    assert table.outcome == Outcome((5, 0), (1, 2))


def test_2_9_T_e_a_claim_before_the_pass_counts() -> None:
    table = Table(ann="G7 G8 G9", expert=True)
    while not table.codes("ann", "pass"):
        name = "ben" if table.sees("cal").turn else "ann"
        table.lays(f"{name} {table.codes(name, 'play')[0].removeprefix('play ')}")
    assert "claim 1" in table.codes("ann")
    table.plays("ann claim 1", "ann pass", "ann end", "ben pass", "ben end")
    assert table.outcome is None and table.sees("cal").idle == 1
    table.plays("ann pass", "ann end")
    assert table.outcome is not None
