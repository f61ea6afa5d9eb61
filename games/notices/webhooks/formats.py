"""Requests in the format of each kind of listener."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any
from urllib.parse import quote, urlsplit

from django.utils.translation import gettext as _

from games.notices.webhooks.models import Hook, Kind
from games.notices.webhooks.words import Message

PREFIX = "whsec_"


def new_secret() -> str:
    """Return a secret for its owner: a prefix, and 32 random bytes in base64."""
    return PREFIX + base64.b64encode(secrets.token_bytes(32)).decode()


def headers(secret: str, *, number: str, body: bytes, now: datetime) -> dict[str, str]:
    """Return the three headers of a signed message. A retry has the same number, and a new time."""
    stamp = str(int(now.timestamp()))
    signed = b".".join((number.encode(), stamp.encode(), body))
    key = base64.b64decode(secret.removeprefix(PREFIX))
    digest = hmac.new(key, signed, hashlib.sha256).digest()
    return {
        "webhook-id": number,
        "webhook-timestamp": stamp,
        "webhook-signature": f"v1,{base64.b64encode(digest).decode()}",
    }


# Line ends, other control characters, and those that change the direction of text.
CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e]+")
# Before a letter, chats make links and mentions of these.
JOINS = re.compile(r"([.:/@#])(?=[^\s\u200b])")
DISCORD = re.compile(r"([\\*_~`|>#\-+\[\]()<!])")


def line(text: str) -> str:
    """Return a text in one line, without control characters."""
    return CONTROL.sub(" ", text).strip()


def defuse(text: str) -> str:
    """Return a line without links and mentions: a zero-width space follows each sign that makes
    one."""
    return JOINS.sub("\\1\u200b", line(text))


def discord(text: str) -> str:
    """Return a line escaped for Discord."""
    return DISCORD.sub(r"\\\1", defuse(text))


def slack(text: str) -> str:
    """Return a line escaped for Slack."""
    return defuse(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


TITLE, BODY = 200, 1500  # characters that every listener accepts
NO_PREVIEWS = 4  # Discord's flag


@dataclass(frozen=True, slots=True)
class Request:
    """A request to send."""

    url: str
    body: bytes
    headers: Mapping[str, str] = field(default_factory=dict)
    method: str = "POST"


def number(hook: Hook, message: Message) -> str:
    """Return the id of a message to a listener, stable across retries."""
    facts = (hook.pk, message.kind, message.tag, message.table, message.at.isoformat(), message.key)
    return f"msg_{hashlib.sha256(repr(facts).encode()).hexdigest()[:32]}"


def request(hook: Hook, message: Message, now: datetime) -> Request:
    """Return the request with a message to a listener."""
    if hook.kind == Kind.JSON:
        return _json(hook, message, now)
    if hook.kind == Kind.MATRIX:
        return _matrix(hook, message)
    if hook.kind == Kind.NTFY:
        return _ntfy(hook, message)
    content = _discord(message) if hook.kind == Kind.DISCORD else _slack(message)
    return Request(hook.address, _json_bytes(content), _headers())


def _json_bytes(content: Any) -> bytes:
    return json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()


def _headers(token: str = "") -> dict[str, str]:
    headers = {"Content-Type": "application/json", "User-Agent": "Fairdeal-Webhooks/1"}
    return headers | ({"Authorization": f"Bearer {token}"} if token else {})


def _json(hook: Hook, message: Message, now: datetime) -> Request:
    content = {
        "type": message.kind,
        "timestamp": message.at.astimezone(UTC).isoformat().replace("+00:00", "Z"),
        "data": {
            "title": message.title,
            "body": message.body,
            "url": message.url,
            "tag": message.tag,
            "table": message.table,
            "game": message.game,
        },
    }
    body = _json_bytes(content)
    signed = headers(hook.secret, number=number(hook, message), body=body, now=now)
    return Request(hook.address, body, _headers() | signed)


def _discord(message: Message) -> dict[str, Any]:
    title, body = discord(message.title[:TITLE]), discord(message.body[:BODY])
    rows = [f"**{title}**", body[: 2000 - len(title) - len(message.url) - 10], f"<{message.url}>"]
    return {
        "content": "\n".join(filter(None, rows)),
        "allowed_mentions": {"parse": []},
        "flags": NO_PREVIEWS,
    }


def _slack(message: Message) -> dict[str, Any]:
    """Return the message as blocks, with the words as plain text, and in one line, for lists and
    for listeners without blocks."""
    title, body = line(message.title[:TITLE]), line(message.body[:BODY])
    link = f"<{message.url}|{slack(_('To the table') if message.table else _('Open'))}>"
    words = "\n".join(filter(None, (title, body)))
    return {
        "text": " ".join(filter(None, (slack(title), slack(body), link))),
        "blocks": [
            {"type": "section", "text": {"type": "plain_text", "text": words, "emoji": False}},
            {
                "type": "context",
                "elements": [{"type": "mrkdwn", "text": link, "verbatim": True}],
            },
        ],
        "link_names": False,
        "unfurl_links": False,
        "unfurl_media": False,
    }


def _ntfy(hook: Hook, message: Message) -> Request:
    base, _slash, topic = hook.address.rpartition("/")
    content = {
        "topic": topic,
        "title": defuse(message.title[:TITLE]),
        "message": defuse(message.body[:BODY]) or defuse(message.title[:TITLE]),
        "click": message.url,
        "tags": ["game_die"],
    }
    return Request(f"{base}/", _json_bytes(content), _headers(hook.token))


def _matrix(hook: Hook, message: Message) -> Request:
    """Return a plain text without mentions, by PUT under its number, so that a retry does not
    duplicate it."""
    server = urlsplit(hook.address)
    place = f"/rooms/{quote(hook.room, safe='')}/send/m.room.message/{number(hook, message)}"
    words = (defuse(message.title[:TITLE]), defuse(message.body[:BODY]), message.url)
    content = {"msgtype": "m.text", "body": "\n".join(filter(None, words)), "m.mentions": {}}
    url = f"{server.scheme}://{server.netloc}/_matrix/client/v3{place}"
    return Request(url, _json_bytes(content), _headers(hook.token), method="PUT")
