"""The page about the API, made from its schema, with forms to try operations."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from html import escape
from typing import Any
from urllib.parse import quote, urlencode

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.api.api import api
from games.api.middleware import call

SHOWN = 20_000  # characters of an answer
OWN = {"HTTP_COOKIE", "HTTP_IF_NONE_MATCH", "HTTP_AUTHORIZATION", "CONTENT_TYPE", "CONTENT_LENGTH"}


@dataclass(frozen=True, slots=True)
class Field:
    """A parameter, or a field of a shape."""

    name: str
    type: SafeString
    about: str = ""
    required: bool = False
    place: str = ""
    """The place of a parameter: "path" or "query"."""
    value: str = ""
    """The value of a parameter in the form."""


@dataclass(frozen=True, slots=True)
class Operation:
    """An operation on the page."""

    id: str
    method: str
    path: str
    about: str
    scope: str
    parameters: tuple[Field, ...]
    body: tuple[Field, ...]
    answer: SafeString

    @property
    def tries(self) -> bool:
        """Return whether the page can try it: it reads, and ends."""
        return self.method == "GET" and not self.path.endswith("/stream")


@dataclass(frozen=True, slots=True)
class Shape:
    """A shape of the schema."""

    name: str
    about: str
    fields: tuple[Field, ...]


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def page(request: HttpRequest) -> HttpResponse:
    """Show all operations and schemas; on POST the answer of an operation, too."""
    parts, shapes = _schema()
    facts: dict[str, Any] = {"parts": parts, "shapes": shapes}
    if request.method == "POST":
        facts |= _try(request)
        tried = facts["tried"]
        facts["parts"] = {
            name: [tried if one.id == tried.id else one for one in part]
            for name, part in parts.items()
        }
    return render(request, "api/docs.html", facts)


def _try(request: HttpRequest) -> dict[str, Any]:
    """Return an operation's answer to the form. Raises Http404."""
    known = {one.id: one for part in _schema()[0].values() for one in part if one.tries}
    operation = known.get(request.POST.get("operation", ""))
    if operation is None:
        raise Http404
    path, query, filled = operation.path, {}, []
    for field in operation.parameters:
        value = request.POST.get(f"p-{field.name}", "").strip()[:200]
        filled.append(replace(field, value=value))
        if field.place == "path":
            path = path.replace(f"{{{field.name}}}", quote(value, safe="") or "-")
        elif value:
            query[field.name] = value
    answer = call(_program_request(request, path, urlencode(query)))
    text = answer.content.decode()
    if "json" in answer["Content-Type"]:
        text = json.dumps(json.loads(text), indent=2, ensure_ascii=False)
    return {
        "tried": replace(operation, parameters=tuple(filled)),
        "asked": path + (f"?{urlencode(query)}" if query else ""),
        "status": answer.status_code,
        "text": text[:SHOWN],
        "cut": len(text) > SHOWN,
    }


def _program_request(request: HttpRequest, path: str, query: str) -> HttpRequest:
    """Return the request of a program with the token of the form, without cookies."""
    made = HttpRequest()
    made.method, made.path, made.path_info = "GET", path, path
    made.META = {name: value for name, value in request.META.items() if name not in OWN}
    made.META |= {"REQUEST_METHOD": "GET", "PATH_INFO": path, "QUERY_STRING": query}
    if token := request.POST.get("token", "").strip()[:200]:
        made.META["HTTP_AUTHORIZATION"] = f"Bearer {token}"
    made.GET = QueryDict(query)
    return made


@cache
def _schema() -> tuple[dict[str, list[Operation]], list[Shape]]:
    """Return operations by tag, and the schemas."""
    schema = json.loads(json.dumps(api.get_openapi_schema()))
    parts: dict[str, list[Operation]] = {}
    for path, methods in schema["paths"].items():
        for method, facts in methods.items():
            parts.setdefault(facts["tags"][0], []).append(_operation(schema, method, path, facts))
    shapes = [
        Shape(name, shape.get("description", ""), _fields(shape))
        for name, shape in sorted(schema["components"]["schemas"].items())
    ]
    return parts, shapes


def _operation(schema: Any, method: str, path: str, facts: Mapping[str, Any]) -> Operation:
    content = facts.get("requestBody", {}).get("content", {}).get("application/json", {})
    body = content.get("schema", {})
    named = next((one["$ref"] for one in (body, *body.get("anyOf", ())) if "$ref" in one), "")
    shape = schema["components"]["schemas"].get(named.rpartition("/")[2], {})
    return Operation(
        id=f"{method}-{path.strip('/').replace('/', '-').replace('{', '').replace('}', '')}",
        method=method.upper(),
        path=path,
        about=facts.get("description", ""),
        scope=", ".join(name.lower() for one in facts.get("security", ()) for name in one),
        parameters=tuple(
            Field(
                one["name"],
                _type(one["schema"]),
                one["schema"].get("description", ""),
                one["required"],
                one["in"],
            )
            for one in facts.get("parameters", ())
        ),
        body=_fields(shape),
        answer=_answer(facts["responses"]),
    )


def _answer(responses: Mapping[str, Any]) -> SafeString:
    """Return the type of a successful answer."""
    good: Mapping[str, Any] = next(
        (one for status, one in responses.items() if status.startswith("2")), {}
    )
    return next((_type(one["schema"]) for one in good.get("content", {}).values()), mark_safe(""))


def _fields(shape: Mapping[str, Any]) -> tuple[Field, ...]:
    required = shape.get("required", ())
    return tuple(
        Field(name, _type(one), one.get("description", ""), name in required)
        for name, one in shape.get("properties", {}).items()
    )


def _type(facts: Mapping[str, Any]) -> SafeString:
    """Return a type in words, with links to schemas."""
    if "$ref" in facts:
        name = escape(facts["$ref"].rpartition("/")[2])
        return mark_safe(f'<a href="#shape-{name}">{name}</a>')
    if "enum" in facts or "const" in facts:
        values = facts.get("enum", [facts.get("const")])
        return mark_safe(escape(" | ".join(json.dumps(value) for value in values)))
    if one := facts.get("anyOf") or facts.get("oneOf") or facts.get("allOf"):
        return mark_safe(" | ".join(map(_type, one)))
    kind = escape(str(facts.get("format") or facts.get("type", "any")))
    if facts.get("type") == "array":
        return mark_safe(f"list of {_type(facts.get('items', {}))}")
    if isinstance(values := facts.get("additionalProperties"), dict):
        return mark_safe(f"object of {_type(values)}")
    return mark_safe(kind)
