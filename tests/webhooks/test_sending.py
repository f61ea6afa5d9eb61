"""One try, what is noted of it, and when a webhook is switched off."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime

import pytest

from accounts import services as accounts
from accounts.models import Letter
from games.notices import outbound
from games.notices.webhooks import services
from games.notices.webhooks.models import Hook
from games.notices.webhooks.services import Failed, Off
from tests.kit.types import Cast, Log
from tests.webhooks.conftest import DAY, HOUR, NOON, TURN, Listener

pytestmark = pytest.mark.django_db


@pytest.fixture
def sends(hook: Callable[..., Hook], listener: Listener) -> Callable[..., str]:
    """Send a message to Ann's webhook; "sent", "off", or why it failed."""
    made = hook()

    def send(now: datetime = NOON) -> str:
        ticks = iter((10.0, 10.12))
        try:
            services.send(
                hook_id=made.pk, message=TURN, now=now, post=listener, clock=lambda: next(ticks)
            )
        except Off:
            return "off"
        except Failed as error:
            return error.reason
        return "sent"

    return send


def test_a_message_comes_through(sends: Callable[..., str], listener: Listener) -> None:
    assert sends() == "sent"
    hook = Hook.objects.get()
    assert (hook.reached_at, hook.took, hook.failing_since) == (NOON, 120, None)
    assert listener.heard[0]["networks"] == [] and listener.heard[0]["method"] == "POST"


@pytest.mark.parametrize(
    ("status", "reason"),
    [
        (302, "It answered with a redirect (302), which we do not follow."),
        (403, "It does not let us in (403)."),
        (404, "There is nothing at this address (404)."),
        (429, "It has received too many messages (429)."),
        (500, "It answered with the error 500."),
        (100, "It answered with the error 100."),
    ],
)
def test_any_answer_but_a_good_one_is_a_failure(
    sends: Callable[..., str], listener: Listener, status: int, reason: str
) -> None:
    listener.says(status)
    assert sends() == reason
    hook = Hook.objects.get()
    assert (hook.reached_at, hook.failing_since, hook.failures, hook.status) == (
        None,
        NOON,
        1,
        status,
    )


@pytest.mark.parametrize("fault", outbound.Fault)
def test_every_way_not_to_arrive_has_its_sentence(
    sends: Callable[..., str], listener: Listener, fault: outbound.Fault
) -> None:
    listener.answer = fault
    said = sends()
    assert said.endswith(".") and "example" not in said and "None" not in said
    assert Hook.objects.get().fault == fault


@pytest.mark.parametrize(
    ("header", "wait"),
    [
        ("120", 120),
        ("Sat, 21 Nov 2026 12:05:00 GMT", 300),
        ("Sat, 21 Nov 2026 11:00:00 GMT", 0),
        ("99999999", 86400),
        ("soon", None),
        ("-5", None),
        ("", None),
        ("9" * 50, None),
    ],
)
def test_a_listener_may_ask_for_patience(
    hook: Callable[..., Hook], listener: Listener, header: str, wait: int | None
) -> None:
    listener.says(503, retry_after=header)
    with pytest.raises(Failed) as error:
        services.send(hook_id=hook().pk, message=TURN, now=NOON, post=listener)
    assert error.value.retry_after == wait


def test_after_a_week_without_one_message_it_is_switched_off_and_a_letter_says_so(
    sends: Callable[..., str], listener: Listener, cast: Cast
) -> None:
    listener.answer = outbound.Fault.SILENT
    for hours in (0, 1, 24, 100, 7 * 24 - 1):
        assert sends(NOON + hours * HOUR) == "No answer in 5 s."
    assert services.targets(cast["ann"].pk) and not Letter.objects.exists()
    sends(NOON + 7 * DAY)
    assert Hook.objects.get().off_at == NOON + 7 * DAY and not services.targets(cast["ann"].pk)
    letter = Letter.objects.get()
    assert (letter.to, letter.kind) == ("ann@example.org", "hook_off")
    assert "example.org" in letter.body and "/fd" not in letter.body
    assert "21 November 2026" in letter.body and "No answer in 5 s." in letter.body
    assert sends(NOON + 8 * DAY) == "off" and Letter.objects.count() == 1


def test_one_message_that_comes_through_begins_the_week_anew(
    sends: Callable[..., str], listener: Listener
) -> None:
    listener.answer = outbound.Fault.SILENT
    for days in range(6):
        sends(NOON + days * DAY)
    listener.says(200)
    sends(NOON + 6 * DAY)
    listener.says(500)
    for days in range(7, 13):
        sends(NOON + days * DAY)
    hook = Hook.objects.get()
    assert (hook.off_at, hook.failing_since) == (None, NOON + 7 * DAY)


def test_two_failures_a_month_apart_are_no_week_of_failures(
    sends: Callable[..., str], listener: Listener
) -> None:
    listener.says(500)
    sends(NOON)
    assert sends(NOON + 30 * DAY) == "It answered with the error 500."
    assert Hook.objects.get().off_at is None


def test_a_listener_that_says_that_it_is_gone_is_believed(
    sends: Callable[..., str], listener: Listener
) -> None:
    listener.says(410)
    assert sends() == "off" and Letter.objects.count() == 1


def test_without_an_address_no_letter_is_written(cast: Cast, listener: Listener) -> None:
    services.set_address(user=cast["ben"], kind="json", address="https://example.org/", now=NOON)
    listener.says(410)
    with pytest.raises(Off):
        services.send(hook_id=Hook.objects.get().pk, message=TURN, now=NOON, post=listener)
    assert not Letter.objects.exists()


def test_a_test_that_comes_through_switches_it_on_again(
    sends: Callable[..., str], listener: Listener, cast: Cast
) -> None:
    listener.says(410)
    sends()
    with pytest.raises(Failed):
        services.test(user_id=cast["ann"].pk, now=NOON + HOUR, post=listener)
    assert Letter.objects.count() == 1
    listener.says(200)
    services.test(user_id=cast["ann"].pk, now=NOON + 2 * HOUR, post=listener)
    assert sends(NOON + 3 * HOUR) == "sent"


def test_what_the_old_address_answers_says_nothing_about_the_new_one(
    hook: Callable[..., Hook], listener: Listener, cast: Cast
) -> None:
    made = hook()

    def moves(url: str, **facts: object) -> outbound.Answer:
        services.set_address(
            user=cast["ann"], kind="slack", address="https://hooks.slack.com/x", now=NOON + HOUR
        )
        return outbound.Answer(500, {}, b"")

    with pytest.raises(Failed):
        services.send(hook_id=made.pk, message=TURN, now=NOON, post=moves)
    assert Hook.objects.get().failing_since is None


def test_nothing_is_sent_for_a_closed_account_and_nothing_kept(
    sends: Callable[..., str], listener: Listener, cast: Cast
) -> None:
    accounts.close(user=cast["ann"], now=NOON)
    assert sends() == "off" and not listener.heard and not Hook.objects.exists()


def test_a_new_address_takes_the_place_of_the_old_one(
    hook: Callable[..., Hook], sends: Callable[..., str], listener: Listener
) -> None:
    listener.says(410)
    assert sends() == "off"
    listener.says(200)
    found = hook("discord", "https://discord.com/api/webhooks/1/x")
    assert (found.secret, found.failures, found.fault, found.status) == ("", 0, "", None)
    assert sends() == "sent" and "discord.com" in listener.heard[-1]["url"]
    assert Hook.objects.count() == 1


def test_no_log_tells_a_secret(hook: Callable[..., Hook], listener: Listener, caplog: Log) -> None:
    made = hook("matrix", "https://matrix.example.org", room="!a:b", token="mat_secret")
    listener.says(500)
    with caplog.at_level(logging.DEBUG), pytest.raises(Failed):
        services.send(hook_id=made.pk, message=TURN, now=NOON, post=listener)
    assert "matrix" in caplog.text
    for secret in ("mat_secret", "example.org", "!a:b"):
        assert secret not in caplog.text
