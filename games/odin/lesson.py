"""The lesson of Odin: nine steps of one hand with Harald and Sigrid."""

from __future__ import annotations

from games.kernel.protocol import gettext_noop as noop
from games.screens.lessons import Lesson, Refusal, step

BEGINNING = """
game odin ruleset 1 seats 3
deal S0 S1 S2
deal R8 R5 R2 B7 B4 G9 Y3 P1 O6 Y4 G7 G4 P8 O3 R6 B1 P2 Y9 Y8 Y5 B9 B6 B3 O2 G1 P6 R3 O5 O8 B8 \
B5 O4 R4 G3 O9 P7 Y2 B2 P4 P3 R1 G6 O1 G5 Y1 P9 Y6 Y7 R9 G8 R7 O7 P5 G2
"""

ONE_ONLY = Refusal(
    wrong=noop("Whoever leads lays a single card."),
    follows=noop("Sets come later, to beat what lies there."),
    now=noop("Choose purple 1 alone, and play it."),
)
TOO_LOW = Refusal(
    wrong=noop("74 is less than 85."),
    follows=noop("With as many cards, yours must make a higher number."),
    now=noop("Choose red 8, 5 and 2."),
)
MIXED = Refusal(
    wrong=noop("9 and 6 share neither colour nor number."),
    follows=noop("They are not a set, so they make no number."),
    now=noop("Choose red 8, 5 and 2."),
)
TOO_FEW = Refusal(
    wrong=noop("Two cards do not beat three."),
    follows=noop("It takes three, or four."),
    now=noop("You have none of those. Pass."),
)

STEPS = (
    step(
        noop("The goal"),
        "goal",
        noop("Be the first without cards."),
        do=noop("Each card left is a point, and points are bad."),
        more=noop("All of you hold nine cards. Yours lie below."),
        look="hand",
        position=BEGINNING,
    ),
    step(
        noop("You lead"),
        "turn",
        noop("Whoever leads lays one card, any card."),
        do=noop("Choose purple 1, and play it."),
        code="play P1",
        after=noop("1 lies on the table, to be beaten."),
        look="hand",
        refused={"play R5 R2": ONE_ONLY},
    ),
    step(
        noop("Cards make numbers"),
        "sets",
        noop("8 and 5 of one colour read as 85."),
        do=noop("The highest digit always comes first."),
        more=noop("A set is of one colour, or of one number."),
        look="middle",
        then=("1 play Y4", "1 take P1", "2 play Y8 Y5", "2 take Y4"),
    ),
    step(
        noop("Beat it"),
        "turn",
        noop("Beat 85: as many cards, or one more."),
        do=noop("Choose red 8, 5 and 2, and play them. Or try others."),
        code="play R8 R5 R2",
        after=noop("852 beats 85, and three cards are gone."),
        look="hand",
        refused={"play B7 B4": TOO_LOW, "play G9 O6": MIXED},
    ),
    step(
        noop("Take one"),
        "take",
        noop("Whoever beats a set takes one card of it."),
        do=noop("Take yellow 8: with your 3 it makes 83."),
        code="take Y8",
        after=noop("Yellow 8 is yours. Yellow 5 is out."),
        instead=noop("That is allowed too. This time, take the 8."),
        look="middle",
    ),
    step(
        noop("Pass"),
        "turn",
        noop("Nothing of yours beats 963. Then you pass."),
        do=noop("Press Pass. You may play again next time."),
        code="pass",
        after=noop("You passed, and you keep your cards."),
        look="middle",
        refused={"play Y8 Y3": TOO_FEW},
        then=("1 pass", "2 play B9 B6 B3", "2 take R2"),
    ),
    step(
        noop("One card more"),
        "round",
        noop("All passed, so Sigrid led. Two cards beat her one."),
        do=noop("Choose yellow 8 and 3, and play them."),
        code="play Y8 Y3",
        after=noop("83 beats 2. Two cards out, and one comes in."),
        look="hand",
        then=("1 pass", "2 play O2"),
    ),
    step(
        noop("All at once"),
        "turn",
        noop("Lead all at once if all share a colour or a number."),
        do=noop("Then you have no card left, and the hand is over."),
        more=noop("Only the leader may do that, and only with the whole hand."),
        look="hand",
        then=("0 take O2",),
    ),
    step(
        noop("The end"),
        "end",
        noop("At 15 points the game ends, and the fewest win."),
        do=noop("That is all. Now a real game:"),
        look="rivals",
    ),
)

LESSON = Lesson(steps=STEPS, minutes=4, rivals=("Harald", "Sigrid"), styles=("odin/lesson.css",))
