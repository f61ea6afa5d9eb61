"""The compiler of board templates: Jinja2's own, with direct calls.

It overrides private methods of Jinja2, since that saves a third of the time of a board.
`tests/operations/test_jinja.py` fails if Jinja2 renames one.
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
"""Return a text as Markup, without a check of its type."""


class ConstantFolding(NodeTransformer):
    """Replaces calls such as `_("Log")` and `static("img/icons.svg")` with their results, and a
    missing `else` with an empty text. `names` are the environment's globals."""

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
        """Give `a if b` an empty text for `else`: Jinja2 makes an object that prints nothing."""
        node = self.generic_visit(node, *args, **kwargs)  # type: ignore[assignment]
        if node.expr2 is None:
            node.expr2 = nodes.Const("", lineno=node.lineno)
        return node


class BoardCompiler(CodeGenerator):
    """Compiles calls of functions and macros to plain calls of Python."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.count = 0
        self.macros: list[str] = []  # being defined

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        """Write Markup as it is, numbers and texts through `escaped`."""
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
        """Look up an attribute first, then an item: a game may give its template dictionaries."""
        name = repr(node.attr)
        self.write("(_found if (_found := getattr(_of := (")
        self.visit(node.node, frame)
        self.write(f"), {name}, missing)) is not missing else environment.getattr(_of, {name}))")

    def visit_Call(self, node: nodes.Call, frame: Frame, forward_caller: bool = False) -> None:
        """Call directly. No function of boards takes the context."""
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
        """Take macros from the environment, which caches each import."""
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
        """Give each macro a unique name, to which `macro_def` refers."""
        if name == "macro":
            self.count += 1
            self.macros.append(name := f"macro_{self.count}")
        return super().func(name)

    def macro_def(self, macro_ref: MacroRef, frame: Frame) -> None:
        """Compile a macro to a function with its arguments; one with a `caller` to Jinja2's
        Macro."""
        macro, ref = self.macros.pop(), macro_ref
        names = [arg.name for arg in ref.node.args]
        if ref.accesses_kwargs or ref.accesses_varargs or ref.accesses_caller:
            special = (ref.accesses_kwargs, ref.accesses_varargs, ref.accesses_caller)
            facts = (getattr(ref.node, "name", None), tuple(names), *special, True)
            self.write(f"Macro(environment, {macro}, {', '.join(map(repr, facts))})")
            return
        takes = ", ".join(f"{name}=missing" for name in names)
        self.write(f"(lambda {takes}: environment.markup({macro}({', '.join(names)})))")
