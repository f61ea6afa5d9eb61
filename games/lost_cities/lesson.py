"""The lesson of Lost Cities: nine steps of one game against Junko."""

from __future__ import annotations

from games.kernel.protocol import gettext_noop as noop
from games.screens.lessons import Lesson, Refusal, Step, Task, step

BEGINNING = """
game lost_cities ruleset 1 seats 2
deal S0 S1
deal B4 B5 R2 Yx Y8 B3 B8 G9 G3 B2 G6 Y2 R4 G7 W9 R9 W6 Y3 G10 W4 R7 B6 W3 Rx Bx W5 Y6 Y10 Y7 \
W7 R5 G5 B10 W8 Wx Bx Yx G8 Bx Wx W2 Gx R6 R3 Y5 R10 B9 Rx Yx Rx Y4 R8 G4 W10 G2 Wx Y9 Gx Gx \
B7
0 play B4
0 draw stock
1 play G3
1 draw stock
"""

TOO_LOW = Refusal(
    wrong=noop("3 is lower than your 5."),
    follows=noop("It can’t be played any more. Keep it, or discard it."),
    now=noop("Choose a higher blue card."),
    at="way-B",
)
STILL_TOO_LOW = Refusal(
    wrong=noop("3 is lower than your 8."),
    follows=noop("It will never fit there again."),
    now=noop("Discard it."),
    at="way-B",
    look="lane-2",
)
JUST_DISCARDED = Refusal(
    wrong=noop("You have just put white 3 there."),
    follows=noop("Not even you may take it back in the same turn."),
    now=noop("Take red 4 from its pile."),
    at="pile-W",
    look="pile-3",
)
TOO_LATE = Refusal(
    wrong=noop("Blue has numbers already."),
    follows=noop("Investments come before the first number."),
    now=noop("Play the yellow investment."),
    at="way-B",
    look="lane-2",
)

STEPS = (
    step(
        noop("The table"),
        "goal",
        noop("Five colours. Your cards lie at the lit edge."),
        do=noop("Each colour may become an expedition of yours."),
        more=noop("Junko’s lie opposite. Discard piles are between you."),
        look="mine",
        position=BEGINNING,
    ),
    Step(
        name=noop("Your turn: two things"),
        rule="turn",
        tasks=(
            Task(
                says=noop("Every turn: put one card down, then draw one."),
                do=noop("Choose blue 5, then the dashed place."),
                code="play B5",
                after=noop("Blue went from −16 to −11."),
                look="lane-2",
            ),
            Task(
                says=noop("Now you hold seven cards. Draw the eighth."),
                do=noop("Tap the stock."),
                code="draw stock",
                after=noop("You drew green 10. Your turn is over."),
                look="stock",
            ),
        ),
    ),
    step(
        noop("Start an expedition"),
        "scoring",
        noop("Each expedition costs 20 before it earns anything."),
        do=noop("Start red: choose red 2, then the dashed place."),
        code="play R2",
        after=noop("Red stands at 2 − 20 = −18 now."),
        look="lane-5",
        then=("1 discard B2", "1 draw stock"),
    ),
    step(
        noop("Cards only climb"),
        "turn",
        noop("Cards only climb. Yours stands at 5, so 8 may follow."),
        do=noop("Choose blue 8, then the dashed place. Or try 3."),
        code="play B8",
        after=noop("8 lies on 5: −3 now."),
        look="lane-2",
        refused={"play B3": TOO_LOW},
        then=("0 draw stock", "1 play G6", "1 draw stock"),
    ),
    step(
        noop("Discard a card"),
        "turn",
        noop("What you cannot use goes to the pile of its colour."),
        do=noop("Choose blue 3 and tap the dashed pile."),
        code="discard B3",
        after=noop("Blue 3 lies open. Junko could take it now."),
        instead=noop("That is allowed too. This time, discard blue 3."),
        look="pile-2",
        refused={"play B3": STILL_TOO_LOW},
        then=("0 draw stock", "1 play Y2", "1 draw stock"),
    ),
    step(
        noop("Draw from a pile"),
        "turn",
        noop("You discarded white 3. Draw: the top of a pile will do."),
        do=noop("Junko left red 4. Tap it."),
        code="draw R",
        after=noop("Red 4 is yours, and Junko knows it."),
        instead=noop("That is allowed too. This time, take red 4."),
        look="pile-5",
        refused={"draw W": JUST_DISCARDED},
        then=("0 draw stock", "1 discard R4", "1 draw stock", "0 discard W3"),
    ),
    step(
        noop("Investments"),
        "cards",
        noop("An investment doubles what a colour wins or loses."),
        do=noop("Choose the yellow handshake, then the dashed place."),
        code="play Yx",
        after=noop("Yellow stands at −20 × 2 = −40."),
        look="lane-1",
        refused={"play Bx": TOO_LATE},
        then=("1 play G7", "1 draw stock"),
    ),
    step(
        noop("What it scores"),
        "scoring",
        noop("Add the numbers, take 20 off, then multiply."),
        do=noop("Choose yellow 8, then the dashed place."),
        more=noop("Eight cards of one colour earn 20 more."),
        code="play Y8",
        after=noop("Yellow is 8 − 20, twice: −24. The 10 makes it −4."),
        look="lane-1",
        then=("0 draw stock", "1 discard W4", "1 draw stock"),
    ),
    step(
        noop("The last card"),
        "end",
        noop("When the last card of the stock is drawn, the round is over."),
        do=noop("Start only what will still pay off. Now a real round:"),
        look="stock",
        then=("0 draw stock",),
    ),
)

LESSON = Lesson(steps=STEPS, minutes=4, rivals=("Junko",), styles=("lost_cities/lesson.css",))
