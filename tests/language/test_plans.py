"""The lines of a player are told in the language of the page."""

from __future__ import annotations

import pytest
from django.utils import translation

from games.registry import engines
from games.tables import services
from games.tables.board import presenter
from games.tables.models import Became, PlanNote
from games.tables.state import between_turns
from games.tables.state.between_turns import Line
from tests.kit.played import NOON, sits_down
from tests.kit.types import Cast
from tests.language.pseudo import CODE, untranslated

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("game", engines())
def test_every_line_and_its_form_in_the_pseudo_language(cast: Cast, game: str) -> None:
    opened = sits_down(cast, "ann", "ben", game=game, seats=2, order="seats")
    snapshot = opened.snapshot
    assert snapshot.to_act == {0}
    planning, view = between_turns.planning(snapshot, 1), between_turns.view(snapshot, 1)
    first = {field.name: field.choices(view, 1)[0][0] for field in planning.fields}
    answer = {field.name: field.choices(view, 1)[0][0] for field in planning.answer}
    lines = [
        Line(each.name, {name: first[name] for name in each.fields}, answer)
        for each in planning.every()
    ]
    ben = cast["ben"].pk
    services.keep_plans(table_id=opened.id, user_id=ben, lines=lines, ply=snapshot.ply, now=NOON)
    facts = {"condition": lines[0].condition, "arguments": lines[0].arguments, "answer": answer}
    note = PlanNote.objects.create(
        table_id=opened.id, seat=1, since=between_turns.waiting_since(snapshot, 1), place=1, **facts
    )
    for became in Became:
        PlanNote.objects.filter(pk=note.pk).update(became=became)
        with translation.override(CODE):
            html = presenter.plans(presenter.look(opened.id), ben)
        assert "⟦" in html and not untranslated(html), untranslated(html)
