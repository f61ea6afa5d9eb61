"""OAuth 2.1 by django-oauth-toolkit, restricted to authorization codes with PKCE and refresh
tokens. Only hashes of codes and tokens are stored."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from oauth2_provider.models import Grant, RefreshToken
from oauth2_provider.oauth2_backends import OAuthLibCore
from oauth2_provider.oauth2_validators import OAuth2Validator
from oauth2_provider.settings import oauth2_settings
from oauthlib.oauth2 import WebApplicationServer
from oauthlib.oauth2.rfc6749.errors import InvalidGrantError

from accounts import sign_in_refusals, tokens
from accounts.models import User


def new_access_token(*_request: Any, **_facts: Any) -> str:
    """Return the text of an app's token for the API."""
    return tokens.new(tokens.APP)


def new_refresh_token(*_request: Any, **_facts: Any) -> str:
    """Return the text of an app's refresh token."""
    return tokens.new(tokens.REFRESH)


class Validator(OAuth2Validator):
    """Stores and validates codes and tokens."""

    def save_authorization_code(
        self, client_id: str, code: dict[str, str], request: Any, *args: Any, **kwargs: Any
    ) -> None:
        """Store the hash of a code; the app sends the text (Core.extract_body)."""
        kept = {**code, "code": tokens.hashed(code["code"])}
        super().save_authorization_code(client_id, kept, request, *args, **kwargs)

    def validate_code(
        self, client_id: str, code: str, client: Any, request: Any, *args: Any, **kwargs: Any
    ) -> bool:
        """Return whether a code is valid. Its row is locked, so that of two requests one finds
        it."""
        Grant.objects.select_for_update().filter(code=code).first()
        found = super().validate_code(client_id, code, client, request, *args, **kwargs)
        return bool(found) and _may_sign_in(request.user)

    def validate_refresh_token(
        self, refresh_token: str, client: Any, request: Any, *args: Any, **kwargs: Any
    ) -> bool:
        """Return whether a refresh token is valid. Its row is locked, as that of a code."""
        kept = RefreshToken.objects.filter(token_checksum=tokens.hashed(refresh_token))
        kept.select_for_update().first()
        found = super().validate_refresh_token(refresh_token, client, request, *args, **kwargs)
        return bool(found) and _may_sign_in(request.user)

    def _check_and_set_request_resource(self, request: Any) -> None:
        """Restrict no token to a resource (RFC 8707): the API is the only one."""
        request.resource = []

    def _save_bearer_token(
        self, token: dict[str, str], request: Any, *args: Any, **kw: Any
    ) -> None:
        super()._save_bearer_token(token, request, *args, **kw)
        if not token["access_token"]:  # used before: the text of its successor is not stored
            raise InvalidGrantError(request=request)


def _may_sign_in(user: User) -> bool:
    return user.is_active and not sign_in_refusals.page(user.pk)


class Core(OAuthLibCore):
    """Reads requests."""

    def extract_body(self, request: HttpRequest) -> list[tuple[str, str]]:
        """Return the fields of a form, with the hash of a code in place of its text."""
        fields = super().extract_body(request)
        return [(name, tokens.hashed(value) if name == "code" else value) for name, value in fields]


core = Core(WebApplicationServer(Validator(), **oauth2_settings.server_kwargs))
