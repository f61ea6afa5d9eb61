"""Tokens for apps (OAuth 2.1), and the metadata of the server (RFC 8414)."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.db import transaction
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from accounts import limits
from accounts.models import Scope
from accounts.oauth.provider import core
from games.api.problems import problem


@require_POST
def token(request: HttpRequest) -> HttpResponse:
    """Exchange a code or a refresh token for tokens."""
    return _answer(request, core.create_token_response)


@require_POST
def revoke(request: HttpRequest) -> HttpResponse:
    """Revoke a token (RFC 7009)."""
    return _answer(request, core.create_revocation_response)


def _answer(request: HttpRequest, endpoint: Callable[[HttpRequest], Any]) -> HttpResponse:
    """Answer in the form of OAuth. Parameters in the address are refused, since addresses are
    logged."""
    if not limits.allow("api", limits.address(request)):
        return problem(429)
    if request.GET:
        body = json.dumps({"error": "invalid_request"})
        return HttpResponse(body, status=400, content_type="application/json")
    with transaction.atomic():
        _uri, headers, body, status = endpoint(request)
    response = HttpResponse(body or "", status=status, content_type="application/json")
    for name, value in headers.items():
        response[name] = value
    response["Cache-Control"] = "no-store"
    return response


@require_safe
def metadata(request: HttpRequest) -> HttpResponse:
    """Answer with the metadata of this authorization server."""
    at = settings.BASE_URL
    facts = {
        "issuer": at,
        "authorization_endpoint": at + reverse("oauth_authorize"),
        "token_endpoint": at + reverse("oauth_token"),
        "revocation_endpoint": at + reverse("oauth_revoke"),
        "scopes_supported": Scope.values,
        "response_types_supported": ["code"],
        "grant_types_supported": ["authorization_code", "refresh_token"],
        "token_endpoint_auth_methods_supported": ["none"],
        "code_challenge_methods_supported": ["S256"],
        "authorization_response_iss_parameter_supported": True,
        "service_documentation": at + reverse("api_docs"),
    }
    return JsonResponse(facts, headers={"Access-Control-Allow-Origin": "*"})
