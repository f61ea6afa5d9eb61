"""The weights of the policy in Lost Cities."""

from __future__ import annotations

from typing import NamedTuple


class Weights(NamedTuple):
    """The weights of the policy: points, where nothing else is said."""

    catch: float
    """The part of its fair share of the cards out of sight that a seat expects."""
    gap_catch: float
    """The part of that share for cards below the lowest held one that fits."""
    promise: float
    """The part of an investment in hand that counts as if it were played."""
    reserve: float
    """The points that an expedition must promise before it is begun."""
    width: float
    """The uncertainty of an expedition that has not begun."""
    stake_width: float
    """The uncertainty that each investment adds, as a part of `width`."""
    risk: float
    """The price of each investment that is played."""
    bonus_from: float
    """The length in cards from which an expedition counts on the bonus."""
    bonus_step: float
    """The part of the bonus for each expected card above that."""
    haste: float
    """The value of a turn when at least as many cards wait to be played as turns are left."""
    slack: float
    """The waiting cards for each turn left, up to which turns are worth nothing."""
    tempo: float
    """The value of a draw from a pile for the tempo, as a part of a turn's price."""
    stock: float
    """The worth of a card from the stock."""
    stock_early: float
    """Its additional value at the start of a round."""
    gift: float
    """The cost of each point of a discard that fits an expedition of the other seat, for each of
    its stakes."""
    gift_stake: float
    """The cost of such a discard besides, for each of the stakes."""
    gift_free: float
    """The cost up to which such a discard is free."""
    gift_wager: float
    """The points that an investment counts for as a discard."""
    loose: float
    """The cost of each point that a discard adds to an expedition which the other seat may
    begin."""
    loose_need: float
    """The points that the other seat needs in sight before it may begin one."""
    loose_width: float
    """The uncertainty of that."""
    their_catch: float
    """The part of its fair share that the other seat expects."""
    deny: float
    """The part of a gift that counts as a gain when it is taken away."""
