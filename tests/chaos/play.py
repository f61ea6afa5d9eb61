"""Moves of a person at a table: they choose among the codes of the board, and send them as browsers
with bad connections and double clicks do."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

from tests.chaos.journal import What
from tests.chaos.people import LOST, PASSING, Answer, Moments, Person, Screen
from tests.kit.visitor import Board

HABITS = ("twice", "both", "both", "cut", "again", "late", "plain")
DONE = (200, 303)


class Player(Screen):
    """A person who sits at a table and plays."""

    asleep_until = 0.0
    resigns = 0.004
    sleeps = 0.0

    async def play(self) -> None:
        """Play until the game has ended or the run is over."""
        loop, manners, dice = asyncio.get_running_loop(), self.person.manners, self.person.dice
        while not manners.over and self.board.status != "ended":
            awake = loop.time() >= self.asleep_until or not manners.sleepy
            if not self.board.codes or not awake:
                await self.news(2.0)
                continue
            await asyncio.sleep(manners.pause * (0.3 + 1.4 * dice.random()))
            board = self.board
            if not board.codes or board.status != "running":
                continue
            if dice.random() < self.sleeps and board.ply > 6 and manners.sleepy:
                self.asleep_until = loop.time() + 60
            elif dice.random() < self.resigns and board.ply > 10 and not manners.strict:
                await self._resign(board)
            else:
                await self.move(board)

    async def move(self, board: Board) -> None:
        """Play one code, in one of the ways in which requests arrive."""
        dice, ply = self.person.dice, board.ply
        code = self.choose(board.codes)
        if 'formaction="/t/' in board.html and "/undo/" in board.html and dice.random() < 0.15:
            code = "undo"
        self.note("sent", ply, code)
        habit = dice.choice(HABITS) if dice.random() < self.person.manners.mischief else ""
        if habit == "twice":
            await asyncio.gather(*[self.settle(ply, code) for _ in range(2)])
        elif habit == "both" and code != "undo":
            await self._both(ply, code, dice.choice(board.codes))
        elif habit == "cut":
            await self.person.cuts_off(self.path(code), self.fields(ply, code))
            await self.settle(ply, code)
        else:
            done = await self.settle(ply, code, htmx=habit != "plain")
            if done and habit == "again":
                await self.settle(ply, code)
            elif done and habit == "late":
                await asyncio.sleep(dice.random() * 3)
                await self.settle(ply, code)

    async def _both(self, ply: int, code: str, other: str) -> None:
        """Click two buttons in two windows, each of which hangs on another web part."""
        self.note("sent", ply, other)
        one, two = self.person.dice.sample(self.person.parts, 2)
        await asyncio.gather(
            self.settle(ply, code, base=one), self.settle(ply, other, base=two, once=True)
        )

    def choose(self, codes: Sequence[str]) -> str:
        """Return one of the codes; one that brings the end nearer, if there is one."""
        dice = self.person.dice
        quick = [code for code in codes if code in ("draw stock", "draw clan", "finish")]
        claims = [code for code in codes if code.startswith("claim")]
        return dice.choice(claims or (quick if quick and dice.random() < 0.8 else list(codes)))

    def path(self, code: str) -> str:
        """Return the address of the form."""
        return f"/t/{self.table}/{'undo' if code == 'undo' else 'act'}/"

    def fields(self, ply: int, code: str) -> dict[str, object]:
        """Return the fields of the form."""
        return {"ply": ply} if code == "undo" else {"ply": ply, "code": code}

    async def settle(
        self, ply: int, code: str, *, htmx: bool = True, base: str = "", once: bool = False
    ) -> bool:
        """Send a move until there is an answer, through another web part if one is gone; return
        whether it was acknowledged."""
        loop = asyncio.get_running_loop()
        begun = loop.time()
        while loop.time() < begun + self.person.manners.tries:
            started, answer = loop.time(), None
            try:
                answer = await self.person.asks(
                    "POST", self.path(code), self.fields(ply, code), htmx=htmx, base=base
                )
            except LOST as error:
                self.note("lost", ply, code, said=type(error).__name__)
            if answer is not None and answer.status not in PASSING:
                return self._told(answer, ply, code, started)
            if answer is not None:
                self.note("refused", ply, code, said=str(answer.status))
            if self.person.manners.strict:
                failed = answer.status if answer else "no answer"
                self.person.manners.failures.append(f"a move of {self.table} failed: {failed}")
            if once or self.person.manners.over:
                return False
            base = ""
            await asyncio.sleep(0.2 + 0.6 * self.person.dice.random())
        self.note("lost", ply, code, said="given up")
        return False

    def _told(self, answer: Answer, ply: int, code: str, started: float) -> bool:
        board = answer.board
        if answer.status in DONE and answer.receipt:
            version = board.version if board else -1
            self.note("acked", ply, code, version=version, hash=answer.receipt)
            self.person.manners.moves += 1
            self.moments.moved(version, started, self.person.manners)
        else:
            alert = board.alert if board else ""
            self.note("refused", ply, code, said=f"{answer.status} {alert or ''}")
        if board:
            self.saw(board, "answer")
        return answer.status in DONE

    async def _resign(self, board: Board) -> None:
        self.note("sent", board.ply, "resign")
        with_answer = await self.person.insists("POST", f"/t/{self.table}/resign/", {}, htmx=True)
        if with_answer.board:
            self.saw(with_answer.board, "answer")

    def note(self, what: What, ply: int, code: str, **more: Any) -> None:
        """Write a line into the journal."""
        who = (self.table, self.person.name)
        self.person.journal.note(what, *who, self.seat, ply, code=code, **more)


def players(people: Sequence[Person], table: str) -> list[Player]:
    """Return the players of a table, by seat."""
    moments = Moments()
    return [Player(person, table, number, moments) for number, person in enumerate(people)]
