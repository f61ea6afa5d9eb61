"""Printing in boards: as Jinja2 would, by a shorter way."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from django.utils import translation
from django.utils.functional import SimpleLazyObject
from django.utils.safestring import mark_safe
from django.utils.translation import gettext_lazy
from jinja2 import DictLoader, UndefinedError
from markupsafe import Markup, escape

from config.jinja import environment
from tests.kit.types import Patch


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


def test_the_short_ways_are_taken() -> None:
    env = environment(autoescape=True, loader=DictLoader(TEMPLATES)).in_language("en")
    source = env.compile(TEMPLATES["page"], raw=True)
    assert "environment.escaped(" in source and "yield escape(" not in source
    assert "context.call(" not in source
    assert "Log " in source and "l_0__" not in source  # a text is a constant
    assert "Macro(" not in source.replace("import LoopContext, Macro", "")


TEMPLATES = {
    "macros": "{% macro bold(text, more='!') %}<b>{{ text }}{{ more }}</b>{% endmacro %}",
    "page": (
        "{% from 'macros' import bold as strong %}{% macro twice(x) %}{% macro once(y) %}({{ y }})"
        "{% endmacro %}{{ once(x) }}{{ once(y=x) }}{% endmacro %}"
        "{{ _('Log') }} {{ strong(its.name, more='?') }} {{ twice(its.all[-1]) }}"
    ),
}


def test_macros_attributes_and_items_mean_what_they_mean_to_jinja2() -> None:
    facts = {"name": "<Ann>", "all": ["no", "<yes>"]}
    env = environment(autoescape=True, loader=DictLoader(TEMPLATES))
    expected = "Log <b>&lt;Ann&gt;?</b> (&lt;yes&gt;)(&lt;yes&gt;)"
    for its in (SimpleNamespace(**facts), facts):
        assert env.get_template("page").render(its=its) == expected


def test_each_language_has_its_own_constants(monkeypatch: Patch) -> None:
    env = environment(autoescape=True, loader=DictLoader({"page": "{{ _('Log') }}"}))
    monkeypatch.setattr(translation, "gettext", lambda text: f"{text} {translation.get_language()}")
    for language in ("en", "en-gb", "en"):
        with translation.override(language):
            assert env.get_template("page").render() == f"Log {language}"


def test_what_is_missing_is_an_error() -> None:
    for source in ("{{ nothing }}", "{{ nothing.at_all }}", "{{ value.nothing }}"):
        with pytest.raises((UndefinedError, AttributeError)):
            environment(autoescape=True).from_string(source).render(value=1)


def test_the_numbers_of_texts_are_put_in() -> None:
    template = environment(autoescape=True).from_string(
        "{{ ngettext('%(num)d card of %(who)s', '%(num)d cards of %(who)s', n, who=who) }}"
    )
    assert [template.render(n=n, who="<Ann>") for n in (1, 2)] == [
        "1 card of &lt;Ann&gt;",
        "2 cards of &lt;Ann&gt;",
    ]
