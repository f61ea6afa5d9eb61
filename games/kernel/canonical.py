"""A value as plain text: equal values have the same text in every process."""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import fields, is_dataclass
from typing import Any


def text(value: Any) -> str:
    """Return the text of a view or a part of it. Sets and mappings are sorted, since their order
    does not last."""
    if is_dataclass(value) and not isinstance(value, type):
        value = [getattr(value, field.name) for field in fields(value) if field.compare]
    if isinstance(value, Mapping):
        return f"{{{','.join(sorted(f'{text(key)}:{text(value[key])}' for key in value))}}}"
    if isinstance(value, Set):
        return f"<{','.join(sorted(map(text, value)))}>"
    if isinstance(value, (tuple, list)):
        return f"[{','.join(map(text, value))}]"
    return repr(value)
