"""The Jinja2 environment in which boards are rendered."""

from collections.abc import MutableMapping
from functools import lru_cache
from typing import Any

from django.templatetags.static import static
from django.urls import reverse
from django.utils import translation
from jinja2 import Environment, StrictUndefined, nodes
from jinja2.compiler import CodeGenerator, Frame
from markupsafe import Markup, escape

from games.screens import languages
from games.screens.fragments import each, kept


def escaped(value: Any) -> str:
    """What `escape` makes of it. A board prints a hundred values: most are safe already, numbers,
    or short texts that come again."""
    kind = type(value)
    if kind is Markup:
        return value  # type: ignore[no-any-return]
    if kind is int:
        return str(value)
    return _short(value) if kind is str and len(value) < 100 else escape(value)


_short = lru_cache(4096)(escape)


class Printing(CodeGenerator):
    """Templates that print by way of `escaped`."""

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        if frame.eval_ctx.volatile or not frame.eval_ctx.autoescape or finalize.src is not None:
            super()._output_child_pre(node, frame, finalize)
        else:
            self.write("environment.escaped(")


class Boards(Environment):
    code_generator_class = Printing
    escaped = staticmethod(escaped)

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """The same plain dictionary for all templates: a chain of two is walked again for each
        import of each board."""
        return super().make_globals(d) if d else self.globals


def environment(**options: Any) -> Environment:
    # a misspelt name is an error
    options |= {"undefined": StrictUndefined, "trim_blocks": True, "lstrip_blocks": True}
    env = Boards(**options)
    env.globals |= {"_": gettext, "ngettext": ngettext, "static": lru_cache(static), "url": url}
    # what stands around a board: screens/board.html extends it, and lies below tables
    env.globals["frame"] = "tables/board.html"
    env.filters |= {"kept": kept, "each": each}
    return env


@lru_cache(4096)
def url(name: str, *args: str) -> str:
    """The address of that name: asked of Django once, as a board has a handful and each takes as
    long as a dozen cards."""
    return reverse(name, args=args)


def gettext(message: str, /, **values: Any) -> Markup:
    """A translated text of ours, with values of anybody's: those are escaped."""
    text = _translated(languages.current(), message)
    return text % values if values else text


def ngettext(singular: str, plural: str, num: int, /, **values: Any) -> Markup:
    return Markup(translation.ngettext(singular, plural, num)) % ({"num": num} | values)


@lru_cache(4096)
def _translated(language: str, message: str) -> Markup:
    """A board has some forty texts, and catalogues are slow to ask."""
    return Markup(translation.gettext(message))
