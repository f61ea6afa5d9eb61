"""The Jinja2 environment in which boards are rendered."""

from __future__ import annotations

from collections.abc import MutableMapping
from functools import lru_cache
from typing import Any

from django.templatetags.static import static
from django.urls import reverse
from django.utils import translation
from jinja2 import Environment, StrictUndefined, Template, nodes
from jinja2.compiler import CodeGenerator
from jinja2.runtime import Context
from markupsafe import Markup, escape

from config.jinja_compiler import BoardCompiler, ConstantFolding, markup
from games.screens import languages
from games.screens.regions import each, hole, kept

escaped = lru_cache(8192)(escape)
"""Escape a number or a text: those of boards are short, and recur."""


class TrackedContext(Context):
    """A context that appends itself to its value `contexts`, if there is one: the caller clears it
    after rendering, with those of included templates."""

    def __init__(
        self, environment: Environment, parent: dict[str, Any], *more: Any, **options: Any
    ) -> None:
        super().__init__(environment, parent, *more, **options)
        if (contexts := parent.get("contexts")) is not None:
            contexts.append(self)


class BoardEnvironment(Environment):
    """The environment of boards. Each language has one of its own (`in_language`), for which
    templates are compiled."""

    code_generator_class: type[CodeGenerator] = BoardCompiler
    context_class: type[Context] = TrackedContext
    escaped = staticmethod(escaped)
    markup = staticmethod(markup)
    language: str | None = None

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self._languages: dict[str, BoardEnvironment] = {}
        self._found: dict[str, Template] = {}
        self._imported: dict[Any, dict[str, Any]] = {}

    def in_language(self, language: str) -> BoardEnvironment:
        """Return the environment of a language."""
        found = self._languages.get(language)
        if found is None:
            found = self.overlay()
            found.language, found._found, found._imported = language, {}, {}
            self._languages[language] = found
        return found

    def get_template(
        self,
        name: str | Template,
        parent: str | None = None,
        globals: MutableMapping[str, Any] | None = None,
    ) -> Template:
        """Return a template in this environment's language, or else in the active one. Cached
        unless files may change: a board imports a dozen."""
        if self.language is None:
            return self.in_language(languages.current()).get_template(name, parent, globals)
        if self.auto_reload or globals or not isinstance(name, str):
            return super().get_template(name, parent, globals)
        if name not in self._found:
            self._found[name] = super().get_template(name, parent)
        return self._found[name]

    def imported(self, name: str, names: tuple[tuple[str, str], ...]) -> dict[str, Any]:
        """Return macros of a template, by the names under which they are imported."""
        found = self._imported.get((name, names))
        if found is None or self.auto_reload:
            module = self.get_template(name).module
            found = {alias: getattr(module, macro) for macro, alias in names}
            self._imported[name, names] = found
        return found

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """Return the same dictionary for all templates. Jinja2 would chain two, and walk both at
        each import."""
        return super().make_globals(d) if d else self.globals

    def _generate(
        self,
        source: nodes.Template,
        name: str | None,
        filename: str | None,
        defer_init: bool = False,
    ) -> str:
        if self.language is not None:
            with translation.override(self.language or None):
                source = ConstantFolding(self.globals).visit(source)
        return super()._generate(source, name, filename, defer_init)


def environment(**options: Any) -> Environment:
    """Return the environment for Django's setting."""
    options |= {"undefined": StrictUndefined, "trim_blocks": True, "lstrip_blocks": True}
    env = BoardEnvironment(**options)
    env.globals |= {"_": gettext, "ngettext": ngettext, "static": lru_cache(static), "url": url}
    # the frame around a board, which screens/board.html extends from below tables
    env.globals["frame"] = "tables/board.html"
    env.globals["hole"] = hole
    env.filters |= {"kept": kept, "each": each}
    return env


@lru_cache(4096)
def url(name: str, *args: str) -> str:
    """Return a URL by name, cached: reversing one takes as long as a dozen cards."""
    return reverse(name, args=args)


def gettext(message: str, /, **values: Any) -> Markup:
    """Return a translated text with its values, escaped."""
    return _filled(_translated(languages.current(), message), values)


def ngettext(singular: str, plural: str, num: int, /, **values: Any) -> Markup:
    """Return the translated text for a number with its values, escaped."""
    if not values:
        return _counted(languages.current(), singular, plural, num)
    return _filled(_plural(languages.current(), singular, plural, num), values | {"num": num})


def _filled(text: Markup, values: dict[str, Any]) -> Markup:
    if not values:
        return text
    safe = {
        name: value
        if (kind := type(value)) is int or kind is Markup
        else escaped(value)
        if kind is str
        else escape(value)
        for name, value in values.items()
    }
    filled: Markup = markup(str.__mod__(text, safe))
    return filled


@lru_cache(4096)
def _translated(language: str, message: str) -> Markup:
    """Return a translated text, cached: a board has some forty, and catalogues are slow."""
    return Markup(translation.gettext(message))


@lru_cache(4096)
def _plural(language: str, singular: str, plural: str, num: int) -> Markup:
    return Markup(translation.ngettext(singular, plural, num))


@lru_cache(4096)
def _counted(language: str, singular: str, plural: str, num: int) -> Markup:
    return _filled(_plural(language, singular, plural, num), {"num": num})
