"""Receipts: each answer to a move carries the hash of its entry, and the page about fairness checks
it."""

from __future__ import annotations

import hashlib
import hmac
import json
from typing import Any

import pytest
from django.test import Client

from games.tables.models import Action
from games.tables.state import hash_chain, snapshot_cache
from tests.kit.visitor import Board
from tests.tables.conftest import Played
from tests.tables.pages import read

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def posts(table: Played, **fields: object) -> Any:
    client = table.browser(table.mover)
    return client.post(f"/t/{table.id}/act/", fields, headers={"HX-Request": "true"})


def written(table: Played, ply: int) -> str:
    return Action.objects.get(table=table.id, ply=ply).hash


def asks(table: Played, receipt: str) -> str:
    answer = Client().get(f"/t/{table.id}/fair/", {"receipt": receipt})
    section = read(answer.content.decode()).one(class_="receipts")
    return " ".join(said.text for role in ("status", "alert") for said in section.all(role=role))


def test_an_answer_carries_the_hash_of_its_entry(table: Played) -> None:
    code, ply = table.legal()[0], table.ply
    answer = posts(table, code=code, ply=ply)
    assert answer["Fairdeal-Receipt"] == written(table, ply)
    assert Board(answer.content.decode()).data["receipt"] == written(table, ply)


def test_a_plain_form_is_answered_with_it_too_and_so_is_a_repeated_one(table: Played) -> None:
    mover, code, ply = table.mover, table.legal()[0], table.ply
    table.plays(f"{mover} {code}")
    table.plays(f"{mover} draw stock")
    table.takes_a_turn()
    again = table.browser(mover).post(f"/t/{table.id}/act/", {"code": code, "ply": ply})
    assert (again.status_code, again["Fairdeal-Receipt"]) == (303, written(table, ply))


def test_of_several_codes_it_is_that_of_the_last(table: Played) -> None:
    ply, card = table.ply, table.legal()[-1]
    answer = posts(table, codes=f"{card},draw stock", ply=ply)
    assert answer["Fairdeal-Receipt"] == written(table, ply + 1)


def test_a_refusal_acknowledges_nothing(table: Played) -> None:
    refused = posts(table, code="play R99", ply=table.ply)
    assert refused.status_code == 422
    assert not refused.has_header("Fairdeal-Receipt")


def test_the_page_knows_the_entry_of_a_receipt_while_the_game_runs(table: Played) -> None:
    table.takes_a_turn()
    assert "It is for entry 2 of this game" in asks(table, written(table, 2))
    spaced = written(table, 2).upper()
    assert "good" in asks(table, f" {spaced[:32]} {spaced[32:]}")
    assert "No entry of this game has this receipt." in asks(table, "0" * 64)
    assert "No entry of this game has this receipt." in asks(table, "<b>&'\"")
    page = table.page(None, "fair/")
    chain = [link.text for link in page.one(class_="chain").all("li")]
    assert chain == [f"{ply} {written(table, ply)}" for ply in range(4)], "no entry is told"


def test_a_log_that_was_changed_afterwards_is_told(table: Played) -> None:
    table.takes_a_turn()
    receipt = written(table, 3)
    changed = Action.objects.filter(table=table.id, ply=2)
    changed.update(code=changed.get().code + " ")  # whichever was played
    assert "the log up to there has been changed" in asks(table, receipt)


def test_after_the_end_anybody_can_compute_the_chain(table: Played) -> None:
    table.takes_a_turn()
    table.takes_a_turn()
    table.does("ben", "resign")
    facts = json.loads(table.html(None, "fair.json"))
    key = hmac.new(bytes.fromhex(facts["secret"]), b"fairdeal log 1", hashlib.sha256).hexdigest()
    tail = facts["commitment"]
    for entry in facts["log"]:
        values = (entry["ply"], entry["seat"], entry["code"], entry["at"], entry["clock"])
        shown = ["-" if value is None else str(value) for value in values]
        tail = hashlib.sha256("\n".join([tail, facts["table"], *shown, key]).encode()).hexdigest()
        assert entry["hash"] == tail
    assert len(facts["log"]) == table.ply
    page = table.page(None, "fair/")
    assert page.one(class_="chain").all("li")[2].text.startswith("2 ")
    assert facts["log"][2]["code"] in page.one(class_="chain").all("li")[2].text


def test_a_receipt_tells_nothing_about_a_hidden_card(table: Played) -> None:
    """Without the table's key whoever knows the hash before cannot try codes."""
    table.takes_a_turn()
    entry, before = Action.objects.filter(table=table.id).order_by("-ply")[:2]
    facts = {name: getattr(entry, name) for name in ("ply", "seat", "code", "at", "clock_ms")}
    assert hash_chain.link(before.hash, table_id=table.id, key="", **facts) != entry.hash


def test_logs_from_before_the_key_hold_and_go_on(table: Played) -> None:
    table.takes_a_turn()
    tail = table.row.commitment
    for row in Action.objects.filter(table=table.id).order_by("ply"):
        facts = {name: getattr(row, name) for name in ("ply", "seat", "code", "at", "clock_ms")}
        row.prev, row.hash = tail, hash_chain.link(tail, table_id=table.id, key="", **facts)
        row.save()
        tail = row.hash
    snapshot_cache.forget()
    table.takes_a_turn()
    assert table.sound()
