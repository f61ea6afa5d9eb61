"""The Jinja2 environment in which boards are rendered."""

from collections.abc import MutableMapping
from functools import lru_cache
from typing import Any

from django.templatetags.static import static
from django.urls import reverse
from django.utils import translation
from jinja2 import Environment, StrictUndefined, Template, nodes
from jinja2.compiler import CodeGenerator, Frame
from jinja2.runtime import Context
from markupsafe import Markup, escape

from games.screens import languages
from games.screens.fragments import each, kept


def escaped(value: Any) -> str:
    """Return a value as HTML, as `escape` does. A board prints a hundred values: most are safe
    already, numbers, or short texts that come again."""
    kind = type(value)
    if kind is Markup:
        return value  # type: ignore[no-any-return]
    if kind is int:
        return str(value)
    return _short(value) if kind is str and len(value) < 100 else escape(value)


_short = lru_cache(4096)(escape)


class FastEscaping(CodeGenerator):
    """Compiles templates so that values are printed by way of `escaped`.

    This overrides a method that Jinja2 keeps for itself, since it saves 15 to 30 per cent of a move
    (`benchmarks/escaping.py`). `tests/operations/test_jinja.py` fails if Jinja2 renames it.
    """

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        if frame.eval_ctx.volatile or not frame.eval_ctx.autoescape or finalize.src is not None:
            super()._output_child_pre(node, frame, finalize)
        else:
            self.write("environment.escaped(")


class Noted(Context):
    """A context that notes itself in the list `contexts` among its values, if there is one: what
    renders a board clears it afterwards, with those of the templates that the board includes."""

    def __init__(
        self, environment: Environment, parent: dict[str, Any], *more: Any, **options: Any
    ) -> None:
        super().__init__(environment, parent, *more, **options)
        if (contexts := parent.get("contexts")) is not None:
            contexts.append(self)


class Boards(Environment):
    """The environment of boards."""

    code_generator_class: type[CodeGenerator] = FastEscaping
    context_class: type[Context] = Noted
    escaped = staticmethod(escaped)

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self._found: dict[str, Template] = {}

    def get_template(
        self,
        name: str | Template,
        parent: str | None = None,
        globals: MutableMapping[str, Any] | None = None,
    ) -> Template:
        """Return the template with this name, which is looked up once unless files may change: a
        board imports a dozen, and the look-up takes a tenth of its time."""
        if self.auto_reload or globals or not isinstance(name, str):
            return super().get_template(name, parent, globals)
        if name not in self._found:
            self._found[name] = super().get_template(name, parent)
        return self._found[name]

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """Return the same dictionary for all templates. Jinja2 would chain two, and walk both for
        each import of each board."""
        return super().make_globals(d) if d else self.globals


def environment(**options: Any) -> Environment:
    """Return the environment for Django's setting."""
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
    """Return the address of that name. Each is asked of Django once: a board has a handful, and
    each takes as long as a dozen cards."""
    return reverse(name, args=args)


def gettext(message: str, /, **values: Any) -> Markup:
    """Return a translated text of ours, with values put in. The values are escaped."""
    text = _translated(languages.current(), message)
    return text % values if values else text


def ngettext(singular: str, plural: str, num: int, /, **values: Any) -> Markup:
    """Return the translated text for a number, with values put in. The values are escaped."""
    return Markup(translation.ngettext(singular, plural, num)) % ({"num": num} | values)


@lru_cache(4096)
def _translated(language: str, message: str) -> Markup:
    """Return a translated text. A board has some forty, and catalogues are slow to ask."""
    return Markup(translation.gettext(message))
