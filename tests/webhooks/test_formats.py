"""Messages as each kind of listener is sent them, and what hostile words become there."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from games.notices import outbound
from games.notices.webhooks import formats
from games.notices.webhooks.models import Hook
from games.notices.webhooks.words import Message
from tests.webhooks.conftest import HOUR, NOON, TURN

pytestmark = pytest.mark.django_db

HOSTILE = (
    "@everyone <!channel> <@U1> [x](https://evil.example) **b** `c` http://evil.example evil.com"
)
EVIL = replace(TURN, title=f"Your turn against {HOSTILE}", body=f"{HOSTILE}\n@room\u202eevil")


def sent(hook: Hook, message: Message = TURN) -> tuple[formats.Request, Any]:
    request = formats.request(hook, message, NOON + HOUR)
    return request, json.loads(request.body)


def test_a_program_gets_json_signed_as_standard_webhooks_has_it(hook: Callable[..., Hook]) -> None:
    made = hook()
    request, said = sent(made)
    assert said == {
        "type": "turn",
        "timestamp": "2026-11-21T12:00:00Z",
        "data": {
            "title": "Your turn against Ben",
            "body": "Ben played a card. 5 hours left.",
            "url": "https://cards.example.org/t/k3x9/",
            "tag": "table-k3x9",
            "table": "k3x9",
            "game": "lost_cities",
        },
    }
    number, stamp = request.headers["webhook-id"], request.headers["webhook-timestamp"]
    assert stamp == str(int((NOON + HOUR).timestamp())) and number.startswith("msg_")
    key = base64.b64decode(made.secret.removeprefix("whsec_"))
    expected = hmac.digest(key, f"{number}.{stamp}.".encode() + request.body, hashlib.sha256)
    version, _, signature = request.headers["webhook-signature"].partition(",")
    assert version == "v1" and base64.b64decode(signature) == expected


def test_the_signature_is_that_of_the_specification() -> None:
    """The example of standardwebhooks' own libraries."""
    from datetime import UTC, datetime

    headers = formats.headers(
        "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
        number="msg_p5jXN8AQM9LWM0D4loKWxJek",
        body=b'{"test": 2432232314}',
        now=datetime.fromtimestamp(1614265330, UTC),
    )
    assert headers["webhook-signature"] == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="


def test_a_second_try_has_the_number_of_the_first_one(hook: Callable[..., Hook]) -> None:
    made = hook()
    first = formats.request(made, TURN, NOON)
    again = formats.request(made, TURN, NOON + HOUR)
    other = formats.request(made, replace(TURN, at=NOON + HOUR), NOON + HOUR)
    numbers = [request.headers["webhook-id"] for request in (first, again, other)]
    assert numbers[0] == numbers[1] != numbers[2]
    assert first.headers["webhook-signature"] != again.headers["webhook-signature"]


def test_discord_pings_nobody_and_shows_no_link_but_ours(hook: Callable[..., Hook]) -> None:
    made = hook("discord", "https://discord.com/api/webhooks/1/x")
    request, said = sent(made)
    assert request.url == "https://discord.com/api/webhooks/1/x"
    assert said["content"].startswith("**Your turn against Ben**\n")
    assert said["content"].endswith("\n<https://cards.example.org/t/k3x9/>")
    content = sent(made, EVIL)[1]["content"]
    assert said["allowed_mentions"] == {"parse": []} and said["flags"] == 4
    assert "@everyone" not in content and "](http" not in content and "**b**" not in content
    assert content.count("https://") == 1 and "evil.com" not in content and "\\<" in content
    assert len(content.split("\n")) == 3


def test_discord_takes_two_thousand_characters(hook: Callable[..., Hook]) -> None:
    long = replace(TURN, title="*" * 500, body="*" * 5000)
    content = sent(hook("discord", "https://discord.com/api/webhooks/1/x"), long)[1]["content"]
    assert len(content) <= 2000 and content.endswith(f"<{TURN.url}>")


def test_slack_gets_plain_text_and_one_link(hook: Callable[..., Hook]) -> None:
    made = hook("slack", "https://hooks.slack.com/services/T/B/x")
    _, said = sent(made)
    words, link = said["blocks"][0]["text"], said["blocks"][1]["elements"][0]
    assert words == {
        "type": "plain_text",
        "text": "Your turn against Ben\nBen played a card. 5 hours left.",
        "emoji": False,
    }
    assert link == {"type": "mrkdwn", "text": f"<{TURN.url}|To the table>", "verbatim": True}
    evil = sent(made, EVIL)[1]
    assert evil["blocks"][0]["text"]["type"] == "plain_text" and evil["link_names"] is False
    assert "<!channel>" not in evil["text"] and "<@U1>" not in evil["text"]
    assert evil["text"].count("<") == 1 and "evil.com" not in evil["text"]


def test_ntfy_gets_its_topic_and_a_token_if_there_is_one(hook: Callable[..., Hook]) -> None:
    request, said = sent(hook("ntfy", "https://ntfy.sh/ann_cards", token="tk_1"), EVIL)
    assert (request.url, said["topic"], said["click"]) == (
        "https://ntfy.sh/",
        "ann_cards",
        "https://cards.example.org/t/k3x9/",
    )
    assert request.headers["Authorization"] == "Bearer tk_1" and "markdown" not in said
    assert "http://" not in said["message"] and "\n" not in said["message"]
    assert "Authorization" not in sent(hook("ntfy", "https://ntfy.sh/ann_cards"))[0].headers


def test_matrix_is_told_once_and_mentions_nobody(hook: Callable[..., Hook]) -> None:
    made = hook("matrix", "https://matrix.example.org", room="!a/b:example.org", token="t")
    request, said = sent(made, EVIL)
    path = "/_matrix/client/v3/rooms/%21a%2Fb%3Aexample.org/send/m.room.message/"
    assert request.method == "PUT" and request.headers["Authorization"] == "Bearer t"
    assert request.url.startswith(f"https://matrix.example.org{path}msg_")
    assert said["m.mentions"] == {} and "formatted_body" not in said
    assert "@room" not in said["body"] and said["body"].count("://") == 1
    assert sent(made, EVIL)[0].url == request.url


def test_the_longest_room_can_be_called(hook: Callable[..., Hook]) -> None:
    room = "!" + ":" * 254
    request, _ = sent(hook("matrix", "https://matrix.example.org", room=room, token="t"))
    assert outbound.target(request.url).host == "matrix.example.org"


def test_what_turns_or_breaks_a_line_is_left_out() -> None:
    assert formats.line("Ann\r\n\u202eneB\x00!\u2028") == "Ann neB !"
    assert (
        formats.defuse("12:30, 5.5 and e.g. that") == "12:\u200b30, 5.\u200b5 and e.\u200bg. that"
    )
    assert formats.discord("> a_b #1") == "\\> a\\_b \\#\u200b1"
