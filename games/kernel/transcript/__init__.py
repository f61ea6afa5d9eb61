"""A game as text: written, read, and checked against the rules.

    game lost_cities   ruleset 1   seats 2   rounds=1 suits=5
    deal S0 S1
    deal Y2 B5 W9 …            # a comment
    0 play R2
    0 draw stock               | to-act 1  stock 43
    ! resign 1
    = scores - -   places 1 2

The first line names the setup: game, ruleset, number of seats, and options that are not their
default. Each line after it is one entry of the log, in order.

`|` states facts about the position reached there, behind an entry or on a line of its own.

`!` records what is not a rule. `! draw` and `! abort` end the game. `! resign 1` and `! flag 1` say
that seat 1 leaves. Where two or more seats stay, the log goes on, and later entries of the seat
that left are those of a caretaker. Where one seat stays, it has won at once.

`=` states scores and places. They are those that the rules give, with one exception: seats that
left come behind all that stayed, and the first to leave comes last. A draw is shared by those that
stayed, and so is a game in which only bots stayed. An aborted game has no places. "-" stands where
there is no number.

`python -m games.kernel.transcript FILE…` checks files with the engines of this site.
"""

from games.kernel.transcript.checking import Fault, Report, check
from games.kernel.transcript.reading import Check, Leaving, Transcript, Unreadable, parse
from games.kernel.transcript.writing import write
