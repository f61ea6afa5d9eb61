"""The lesson of Schotten Totten: eight steps of one game against Ingrid."""

from __future__ import annotations

from games.kernel.protocol import gettext_noop as noop
from games.screens.lessons import Lesson, Refusal, Rung, step

BEGINNING = """
game schotten_totten ruleset 1 seats 2
deal S1 S0
deal R7 B9 R8 K7 B3 B8 Y6 K1 Y3 K2 P2 K3 G1 G5 R9 Y8 G8 B7 K8 Y5 R3 K4 Y1 Y7 R4 G7 G3 B6 P8 R6 \
P5 G4 Y4 P6 B2 G6 R5 P7 B5 Y2 B4 B1 P4 G9 K5 P1 R1 P3 G2 P9 Y9 R2 K9 K6
1 play R7>9
1 draw clan
0 play Y6>7
0 draw clan
1 play B9>1
1 draw clan
0 play K1>5
0 draw clan
1 play R8>9
1 draw clan
0 play Y3>7
0 draw clan
1 play K7>7
1 draw clan
0 play K2>5
0 draw clan
1 play B3>8
1 draw clan
0 play P2>9
0 draw clan
1 play B8>5
1 draw clan
0 play K3>5
0 draw clan
1 play G1>6
1 draw clan
"""

# On to the middle of the game: stones 5, 8 and 9 are claimed.
LATER = """
1 play G8>6
1 draw clan
0 play B7>8
0 draw clan
1 play K8>7
1 draw clan
0 play Y5>2
0 draw clan
1 play R3>8
1 draw clan
0 play K4>8
0 draw clan
1 play Y1>5
1 draw clan
0 play Y7>2
0 claim 5
0 draw clan
1 play R4>3
1 draw clan
0 play G7>4
0 draw clan
1 play G3>8
1 claim 8
1 draw clan
0 play B6>6
0 draw clan
1 play P8>4
1 draw clan
0 play R6>6
0 draw clan
1 play P5>2
1 draw clan
0 play G4>1
0 draw clan
1 play Y4>3
1 draw clan
0 play P6>6
"""

OUT, YOU, SHE = noop("out of reach"), noop("You"), noop("Ingrid at best")
COLOUR_RUN, THREE, COLOUR = noop("Colour run"), noop("Three of a kind"), noop("Colour")
RUN, SUM = noop("Run"), noop("Sum")

ORDER = (
    Rung(COLOUR_RUN, ("G4", "G5", "G6"), words=noop("one colour, in a row")),
    Rung(THREE, ("B8", "R8", "Y8"), words=noop("one number")),
    Rung(COLOUR, ("P2", "P4", "P7"), words=noop("any numbers")),
    Rung(RUN, ("Y4", "K5", "B6"), words=noop("any colours")),
    Rung(SUM, ("R5", "R9", "K3"), words=noop("anything else")),
)
PROVED = (
    Rung(COLOUR_RUN, ("G1", "G2", "G3"), words=OUT),
    Rung(THREE, ("B6", "R6", "P6"), whose="you", words=YOU),
    Rung(COLOUR, ("G1", "G8", "G9"), frozenset({"G9"}), "rival", SHE),
    Rung(RUN, ("B4", "R5", "K6")),
    Rung(SUM, ("Y2", "P5", "G9")),
)
NOT_PROVED = (
    Rung(COLOUR_RUN, ("K7", "K8", "K9"), frozenset({"K9"}), "rival", SHE),
    Rung(THREE, ("B6", "R6", "P6")),
    Rung(COLOUR, ("Y3", "Y6", "Y8"), whose="you", words=YOU),
    Rung(RUN, ("B4", "R5", "K6")),
    Rung(SUM, ("Y2", "P5", "G9")),
)

FULL = Refusal(
    wrong=noop("Stone 5 has three cards of yours."),
    follows=noop("A side takes three, and no card is ever moved."),
    now=noop("Choose yellow 8, then stone 7."),
    at="mine-5",
)
NOT_YET = Refusal(
    wrong=noop("Ingrid could still beat you at stone 7."),
    follows=noop("With pink 6 or pink 9 her side is a colour run."),
    now=noop("Draw a card. That ends your turn."),
    at="stone-7",
)

STEPS = (
    step(
        noop("The nine stones"),
        "goal",
        noop("Nine stones lie between you. Cards win them."),
        do=noop("Each stone has your side, which is lit, and Ingrid’s."),
        look="mine",
        position=BEGINNING,
    ),
    step(
        noop("Lay a card"),
        "turn",
        noop("On your turn you lay one card at a stone."),
        do=noop("Choose green 5, then stone 4."),
        code="play G5>4",
        after=noop("Stone 4 has a green 5 now. Two more may join it."),
        look="stone-4",
    ),
    step(
        noop("The five formations"),
        "formations",
        noop("Three cards make a formation. The first beats the rest."),
        do=noop("If both have the same formation, the higher sum is better."),
        ladder=ORDER,
        look="stone-9",
        then=("0 draw clan", "1 play R9>9", "1 claim 9", "1 draw clan"),
    ),
    step(
        noop("Three on a side"),
        "formations",
        noop("Three cards complete a side, and no more fit."),
        do=noop("Choose yellow 8, then stone 7."),
        code="play Y8>7",
        after=noop("Stone 7: all yellow, a Colour of 17."),
        look="stone-7",
        refused={"play B7>5": FULL},
    ),
    step(
        noop("Draw a card"),
        "turn",
        noop("A card drawn ends your turn."),
        do=noop("Tap the deck."),
        code="draw clan",
        after=noop("You hold six cards again. Ingrid plays."),
        look="deck",
    ),
    step(
        noop("Why it is proved"),
        "claims",
        noop("Stone 6 is proved"),
        more=noop(
            "Ingrid’s 1 and 8 can’t grow into a run or three of a kind. "
            "Nothing she can draw beats your 6s."
        ),
        code="claim 6",
        press=noop("Claim stone 6"),
        after=noop("Stone 6 is yours, beside stone 5."),
        instead=noop("That is allowed too. This time, claim the stone."),
        ladder=PROVED,
        look="stone-6",
        then=tuple(LATER.split("\n")[1:-1]),
    ),
    step(
        noop("When it isn’t proved"),
        "claims",
        noop("Stone 7 is not proved"),
        more=noop(
            "Ingrid’s 7 and 8 may become a colour run. That would beat your Colour, "
            "so the stone has to wait."
        ),
        code="draw clan",
        press=noop("Draw, end turn"),
        after=noop("Your turn is over. Perhaps the proof comes later."),
        ladder=NOT_PROVED,
        look="stone-7",
        refused={"claim 7": NOT_YET},
    ),
    step(
        noop("Five, or three in a row"),
        "end",
        noop("Three stones side by side win, or any five."),
        do=noop("You hold 5 and 6: stone 4 or 7 would win. Now really:"),
        look="stone-6",
    ),
)

LESSON = Lesson(steps=STEPS, minutes=4, rivals=("Ingrid",), styles=("schotten_totten/lesson.css",))
