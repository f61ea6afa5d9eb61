"""The weights of the policy in Lost Cities."""

from __future__ import annotations

from typing import NamedTuple


class Weights(NamedTuple):
    """The weights of the policy: points, where nothing else is said."""

    catch: float
    """How much of its fair share of the cards out of sight a seat counts on."""
    gap_catch: float
    """The part of that share for cards below the lowest held one that fits."""
    promise: float
    """The part of an investment in hand that counts as if it were played."""
    reserve: float
    """What an expedition must promise before it is begun."""
    width: float
    """How uncertain the promise of an expedition is that has not begun."""
    stake_width: float
    """How much more uncertain each investment makes it, as a part of `width`."""
    risk: float
    """The price of each investment that is played."""
    bonus_from: float
    """The length in cards from which an expedition counts on the bonus."""
    bonus_step: float
    """The part of the bonus for each expected card above that."""
    haste: float
    """What a turn is worth when as many cards wait to be played as turns are left, or more."""
    slack: float
    """The waiting cards for each turn left, up to which turns are worth nothing."""
    tempo: float
    """What a draw from a pile, which takes no card from the stock, adds: a part of a turn's
    price."""
    stock: float
    """The worth of a card from the stock."""
    stock_early: float
    """How much more it is worth at the start of a round."""
    gift: float
    """The cost of each point of a discard that fits an expedition of the other seat, for each of
    its stakes."""
    gift_stake: float
    """The cost of such a discard besides, for each of the stakes."""
    gift_free: float
    """What such a discard may cost before it is counted."""
    gift_wager: float
    """The points that an investment counts for as a discard."""
    loose: float
    """The cost of each point that a discard adds to an expedition which the other seat may
    begin."""
    loose_need: float
    """The points that the other seat needs in sight before it may begin one."""
    loose_width: float
    """How uncertain that is."""
    their_catch: float
    """How much of its fair share of the cards out of sight the other seat counts on."""
    deny: float
    """The part of a gift that is worth taking away."""
