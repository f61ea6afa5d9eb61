"""The compiler of templates of boards: Jinja2's own, by shorter ways.

Jinja2 keeps the methods for itself that are overridden here, since that saves a third of the time
of a board (`benchmarks/compiling.py`). `tests/operations/test_jinja.py` fails if Jinja2 renames
one.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from django.utils import translation
from jinja2 import nodes
from jinja2.compiler import CodeGenerator, Frame, MacroRef
from jinja2.visitor import NodeTransformer
from markupsafe import Markup

markup = partial(str.__new__, Markup)
"""A text as Markup, without asking what it is."""


class Constants(NodeTransformer):
    """Puts translated texts and the addresses of files in the place of their calls, `_("Log")` and
    `static("img/icons.svg")`, and "" in the place of a missing `else`. A template is compiled once
    for each language. `names` are the environment's."""

    def __init__(self, names: Mapping[str, Any]) -> None:
        self.names = names

    def visit_Call(self, node: nodes.Call, *args: Any, **kwargs: Any) -> nodes.Node:
        """Return the text of a call whose only argument is a text."""
        node = self.generic_visit(node, *args, **kwargs)  # type: ignore[assignment]
        plain = not (node.kwargs or node.dyn_args or node.dyn_kwargs) and len(node.args) == 1
        if plain and isinstance(node.node, nodes.Name) and isinstance(node.args[0], nodes.Const):
            name, text = node.node.name, node.args[0].value
            if name == "_":
                return nodes.Const(Markup(translation.gettext(text)), lineno=node.lineno)
            if name == "static":
                return nodes.Const(self.names["static"](text), lineno=node.lineno)
        return node

    def visit_CondExpr(self, node: nodes.CondExpr, *args: Any, **kwargs: Any) -> nodes.Node:
        """Return `a if b` with an empty text for `else`: Jinja2 makes an object to say nothing."""
        node = self.generic_visit(node, *args, **kwargs)  # type: ignore[assignment]
        if node.expr2 is None:
            node.expr2 = nodes.Const("", lineno=node.lineno)
        return node


class Short(CodeGenerator):
    """Compiles templates so that functions and macros are called as in Python, without Jinja2's own
    calls between."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.count = 0
        self.macros: list[str] = []  # whose definition has begun

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        """Print Markup as it is, and numbers and texts by way of `escaped`."""
        if frame.eval_ctx.volatile or not frame.eval_ctx.autoescape or finalize.src is not None:
            super()._output_child_pre(node, frame, finalize)
        else:
            self.write("(_v if (_kind := type(_v := (")

    def _output_child_post(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        if frame.eval_ctx.volatile or not frame.eval_ctx.autoescape or finalize.src is not None:
            super()._output_child_post(node, frame, finalize)
        else:
            self.write(
                "))) is Markup else environment.escaped(_v)"
                " if _kind is str or _kind is int else escape(_v))"
            )

    def visit_Getattr(self, node: nodes.Getattr, frame: Frame) -> None:
        """Take attributes as Python does, and what has none of that name as Jinja2 does: a game may
        give its template dictionaries."""
        name = repr(node.attr)
        self.write("(_found if (_found := getattr(_of := (")
        self.visit(node.node, frame)
        self.write(f"), {name}, missing)) is not missing else environment.getattr(_of, {name}))")

    def visit_Call(self, node: nodes.Call, frame: Frame, forward_caller: bool = False) -> None:
        """Call what is there. Boards know no function that asks for the context."""
        if forward_caller or node.dyn_args or node.dyn_kwargs:
            super().visit_Call(node, frame, forward_caller=forward_caller)
            return
        self.visit(node.node, frame)
        self.write("(")
        for arg in node.args:
            self.visit(arg, frame)
            self.write(", ")
        for keyword in node.kwargs:
            self.visit(keyword, frame)
            self.write(", ")
        self.write(")")

    def visit_FromImport(self, node: nodes.FromImport, frame: Frame) -> None:
        """Take macros from the environment, which keeps those of each import."""
        if node.with_context or not isinstance(node.template, nodes.Const):
            super().visit_FromImport(node, frame)
            return
        names = [name if isinstance(name, tuple) else (name, name) for name in node.names]
        found = self.temporary_identifier()
        self.writeline(
            f"{found} = environment.imported({node.template.value!r}, {tuple(names)!r})", node
        )
        for _name, alias in names:
            self.writeline(f"{frame.symbols.ref(alias)} = {found}[{alias!r}]")
        if frame.toplevel:
            self.writeline(f"context.vars.update({found})")

    def func(self, name: str) -> str:
        """Give each macro a name of its own, since `macro_def` refers to it later."""
        if name == "macro":
            self.count += 1
            self.macros.append(name := f"macro_{self.count}")
        return super().func(name)

    def macro_def(self, macro_ref: MacroRef, frame: Frame) -> None:
        """Make a macro a function with the names of its arguments. One that has a `caller` stays as
        Jinja2 makes it."""
        macro, ref = self.macros.pop(), macro_ref
        names = [arg.name for arg in ref.node.args]
        if ref.accesses_kwargs or ref.accesses_varargs or ref.accesses_caller:
            special = (ref.accesses_kwargs, ref.accesses_varargs, ref.accesses_caller)
            facts = (getattr(ref.node, "name", None), tuple(names), *special, True)
            self.write(f"Macro(environment, {macro}, {', '.join(map(repr, facts))})")
            return
        takes = ", ".join(f"{name}=missing" for name in names)
        self.write(f"(lambda {takes}: environment.markup({macro}({', '.join(names)})))")
