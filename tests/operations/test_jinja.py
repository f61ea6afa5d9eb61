"""Printing in boards: as Jinja2 would, by a shorter way."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils.functional import SimpleLazyObject
from django.utils.safestring import mark_safe
from django.utils.translation import gettext_lazy
from markupsafe import Markup, escape

from config.jinja import environment


class Loud(str):
    def __str__(self) -> str:
        return "<loud>"


VALUES = [
    "",
    "<b>&\"'",
    "x" * 200 + "<",
    Markup("<b>"),
    mark_safe("<i>"),
    gettext_lazy("Log <in>"),
    Loud("<a>"),
    0,
    -7,
    True,
    2.5,
    None,
]


@pytest.mark.parametrize("value", [*VALUES, SimpleLazyObject(lambda: "<lazy>"), ["<a>"]], ids=repr)
def test_every_value_is_printed_as_escape_prints_it(value: Any) -> None:
    template = environment(autoescape=True).from_string(
        "{{ value }}|{% macro m() %}{{ value }}{% endmacro %}{{ m() }}"
    )
    for _ in range(2):  # the second time it may be remembered
        assert template.render(value=value) == f"{escape(value)}|{escape(value)}"


def test_a_safe_text_and_a_hostile_one_that_are_equal_are_not_taken_for_each_other() -> None:
    template = environment(autoescape=True).from_string("{{ value }}")
    hostile = "<script>"
    assert template.render(value=Markup(hostile)) == hostile
    assert template.render(value=hostile) == "&lt;script&gt;"
    assert template.render(value=Markup(hostile)) == hostile


def test_the_short_way_is_taken() -> None:
    source = environment(autoescape=True).compile("{{ value }}", raw=True)
    assert "environment.escaped(" in source and "yield escape(" not in source
