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

from config.jinja_compiler import Constants, Short, markup
from games.screens import languages
from games.screens.regions import each, hole, kept

escaped = lru_cache(8192)(escape)
"""A number or a text as HTML: those of boards are short, and recur."""


class Noted(Context):
    """A context that adds itself to the list `contexts` among its values, if there is one, so that
    it is cleared after a board is rendered, with those of included templates."""

    def __init__(
        self, environment: Environment, parent: dict[str, Any], *more: Any, **options: Any
    ) -> None:
        super().__init__(environment, parent, *more, **options)
        if (contexts := parent.get("contexts")) is not None:
            contexts.append(self)


class Boards(Environment):
    """The environment of boards. Templates are compiled for each language, in an environment of its
    own (`in_language`)."""

    code_generator_class: type[CodeGenerator] = Short
    context_class: type[Context] = Noted
    escaped = staticmethod(escaped)
    markup = staticmethod(markup)
    language: str | None = None

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self._languages: dict[str, Boards] = {}
        self._found: dict[str, Template] = {}
        self._imported: dict[Any, dict[str, Any]] = {}

    def in_language(self, language: str) -> Boards:
        """Return the environment of this language."""
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
        """Return a template in this environment's language, or else in the active one. It is looked
        up once unless files may change: a board imports a dozen."""
        if self.language is None:
            return self.in_language(languages.current()).get_template(name, parent, globals)
        if self.auto_reload or globals or not isinstance(name, str):
            return super().get_template(name, parent, globals)
        if name not in self._found:
            self._found[name] = super().get_template(name, parent)
        return self._found[name]

    def imported(self, name: str, names: tuple[tuple[str, str], ...]) -> dict[str, Any]:
        """Return macros of a template by their names in the template that imports them."""
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
                source = Constants(self.globals).visit(source)
        return super()._generate(source, name, filename, defer_init)


def environment(**options: Any) -> Environment:
    """Return the environment for Django's setting."""
    # a misspelt name is an error
    options |= {"undefined": StrictUndefined, "trim_blocks": True, "lstrip_blocks": True}
    env = Boards(**options)
    env.globals |= {"_": gettext, "ngettext": ngettext, "static": lru_cache(static), "url": url}
    # the frame around a board, which screens/board.html extends from below tables
    env.globals["frame"] = "tables/board.html"
    env.globals["hole"] = hole
    env.filters |= {"kept": kept, "each": each}
    return env


@lru_cache(4096)
def url(name: str, *args: str) -> str:
    """Return a URL by name. Django is asked once for each: one takes as long as a dozen cards."""
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
    """Return a translated text. A board has some forty, and catalogues are slow."""
    return Markup(translation.gettext(message))


@lru_cache(4096)
def _plural(language: str, singular: str, plural: str, num: int) -> Markup:
    return Markup(translation.ngettext(singular, plural, num))


@lru_cache(4096)
def _counted(language: str, singular: str, plural: str, num: int) -> Markup:
    return _filled(_plural(language, singular, plural, num), {"num": num})
