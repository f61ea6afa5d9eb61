"""A message as each kind of listener wants it."""

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
    """Return a secret as its owner copies it: 32 random bytes in base64 behind a prefix."""
    return PREFIX + base64.b64encode(secrets.token_bytes(32)).decode()


def headers(secret: str, *, number: str, body: bytes, now: datetime) -> dict[str, str]:
    """Return the three headers of a signed message. The number stays the same when it is sent
    again, the time does not."""
    stamp = str(int(now.timestamp()))
    signed = b".".join((number.encode(), stamp.encode(), body))
    key = base64.b64decode(secret.removeprefix(PREFIX))
    digest = hmac.new(key, signed, hashlib.sha256).digest()
    return {
        "webhook-id": number,
        "webhook-timestamp": stamp,
        "webhook-signature": f"v1,{base64.b64encode(digest).decode()}",
    }


# Line ends and the like, and letters that turn the direction of what follows.
CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e]+")
# Chats make links and mentions of these, if a letter follows.
JOINS = re.compile(r"([.:/@#])(?=[^\s\u200b])")
DISCORD = re.compile(r"([\\*_~`|>#\-+\[\]()<!])")


def line(text: str) -> str:
    """Return a text in one line, without control characters."""
    return CONTROL.sub(" ", text).strip()


def tame(text: str) -> str:
    """Return a line in which no chat finds an address or a mention: behind each sign that makes one
    comes a space without width."""
    return JOINS.sub("\\1\u200b", line(text))


def discord(text: str) -> str:
    """Return a line that Discord shows as it stands."""
    return DISCORD.sub(r"\\\1", tame(text))


def slack(text: str) -> str:
    """Return a line that Slack shows as it stands."""
    return tame(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


TITLE, BODY = 200, 1500  # characters: every listener takes so many
NO_PREVIEWS = 4  # Discord's flag


@dataclass(frozen=True, slots=True)
class Request:
    """A request to be sent."""

    url: str
    body: bytes
    headers: Mapping[str, str] = field(default_factory=dict)
    method: str = "POST"


def number(hook: Hook, message: Message) -> str:
    """Return what tells this message from others to this listener: the same with every try."""
    facts = (hook.pk, message.kind, message.tag, message.table, message.at.isoformat(), message.key)
    return f"msg_{hashlib.sha256(repr(facts).encode()).hexdigest()[:32]}"


def request(hook: Hook, message: Message, now: datetime) -> Request:
    """Return the request that brings a message to a listener."""
    if hook.kind == Kind.JSON:
        return _json(hook, message, now)
    if hook.kind == Kind.MATRIX:
        return _matrix(hook, message)
    if hook.kind == Kind.NTFY:
        return _ntfy(hook, message)
    said = _discord(message) if hook.kind == Kind.DISCORD else _slack(message)
    return Request(hook.address, _packed(said), _headers())


def _packed(said: Any) -> bytes:
    return json.dumps(said, ensure_ascii=False, separators=(",", ":")).encode()


def _headers(token: str = "") -> dict[str, str]:
    headers = {"Content-Type": "application/json", "User-Agent": "Fairdeal-Webhooks/1"}
    return headers | ({"Authorization": f"Bearer {token}"} if token else {})


def _json(hook: Hook, message: Message, now: datetime) -> Request:
    said = {
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
    body = _packed(said)
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
    """Return the words as plain text, in which Slack looks for nothing, and the link by itself; and
    once more in one line, for lists of notifications and for those who take Slack's form without
    its blocks."""
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
    said = {
        "topic": topic,
        "title": tame(message.title[:TITLE]),
        "message": tame(message.body[:BODY]) or tame(message.title[:TITLE]),
        "click": message.url,
        "tags": ["game_die"],
    }
    return Request(f"{base}/", _packed(said), _headers(hook.token))


def _matrix(hook: Hook, message: Message) -> Request:
    """Return a message of plain text that mentions nobody. It is put under its number, so that one
    whose answer was lost does not appear twice."""
    server = urlsplit(hook.address)
    place = f"/rooms/{quote(hook.room, safe='')}/send/m.room.message/{number(hook, message)}"
    words = (tame(message.title[:TITLE]), tame(message.body[:BODY]), message.url)
    said = {"msgtype": "m.text", "body": "\n".join(filter(None, words)), "m.mentions": {}}
    url = f"{server.scheme}://{server.netloc}/_matrix/client/v3{place}"
    return Request(url, _packed(said), _headers(hook.token), method="PUT")
