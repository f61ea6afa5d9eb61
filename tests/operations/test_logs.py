"""The promise of docs/hosting/monitoring.md: logs hold no addresses of tables, no links out of
mails, no e-mail addresses, no values of rows."""

from __future__ import annotations

import logging
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from django.db import IntegrityError, transaction

from accounts.models import User
from config.monitoring import log_privacy
from tests.kit.servers import wait_until
from tests.kit.web import running


def test_an_error_500_names_the_kind_of_page_and_a_code_but_no_table(tmp_path: Path) -> None:
    with running(tmp_path) as web:
        table, ann, ben = web.table(private="on")
        with closing(sqlite3.connect(web.database)) as database:
            database.execute("ALTER TABLE tables_table RENAME TO elsewhere")
        answer = ben.get(f"/t/{table}/?from=ben@example.org")
        assert answer.status == 500
        code = answer.body.partition("<code>")[2].partition("</code>")[0]
        wait_until(lambda: f"[{code}]" in web.log.read_text(), "its traceback bears the code")
        assert ("fairdeal-error", code) in answer.headers
        assert ann.acts(table, "play R2", 3, htmx=False).status == 500
        said = web.log.read_text()
    assert (
        "Error 500 at /t/<slug:table_id>/ was shown" in said and "/t/<slug:table_id>/act/" in said
    )
    assert "no such table: tables_table" in said  # a host still learns what is broken
    assert table not in said and "example.org" not in said and "play R2" not in said


def test_a_form_without_its_token_names_no_table(tmp_path: Path) -> None:
    with running(tmp_path) as web:
        table, _, ben = web.table(private="on")
        ben.cookies.pop("csrftoken")
        headers_only = ben.request("POST", f"/t/{table}/act/", "code=play+R2&ply=3")
        assert headers_only.status == 403
        wait_until(lambda: "CSRF" in web.log.read_text(), "the refusal is in the log")
        assert table not in web.log.read_text()


@pytest.mark.parametrize(
    ("said", "written"),
    [
        ("GET /t/k3x9abcdef/log/ failed", "GET /t/…/log/ failed"),
        (
            "ws://cards.example.org/ws/t/k3x9abcdef/?version=3",
            "ws://cards.example.org/ws/t/…/?version=3",
        ),
        ("550 <ann.b+c@mail.example.org>: no such user", "550 <…>: no such user"),
        (
            "/accounts/password/reset/key/3-abc-def/ and /notices/stop/1:abc:def/",
            "/accounts/password/reset/key/…/ and /notices/stop/…/",
        ),
        ("postgres://fairdeal:secret@db/fairdeal", "postgres://fairdeal:…@db/fairdeal"),
        ("Nothing of the kind: 3 tables.", "Nothing of the kind: 3 tables."),
    ],
)
def test_what_libraries_say_is_written_without_its_secrets(said: str, written: str) -> None:
    assert (
        log_privacy.Formatter("%(message)s").format(logging.makeLogRecord({"msg": said})) == written
    )


@pytest.mark.database
@pytest.mark.django_db
def test_a_row_that_the_database_refuses_is_not_quoted() -> None:
    User.objects.create_user("somebody-known")
    try:
        with transaction.atomic():
            User.objects.create_user("somebody-known")
        raise AssertionError("two people of one name")
    except IntegrityError as error:
        record = logging.makeLogRecord(
            {"msg": "It failed.", "exc_info": (type(error), error, error.__traceback__)}
        )
    written = log_privacy.Formatter("%(message)s").format(record)
    assert "IntegrityError" in written and "somebody-known" not in written.replace(
        'create_user("somebody-known")', ""
    )


def test_nobody_writes_a_line_of_their_own() -> None:
    record = logging.makeLogRecord(
        {
            "msg": "No such game: %s",
            "args": ("x\r\n2026-01-01 ERROR all is lost",),
            "created": 0.0,
            "msecs": 0.0,
        }
    )
    written = log_privacy.Formatter("{asctime} {message}", style="{").format(record)
    assert written == "1970-01-01 00:00:00.000Z No such game: x\\r\\n2026-01-01 ERROR all is lost"


def test_what_every_scanner_causes_is_no_news() -> None:
    said = logging.makeLogRecord({"name": "uvicorn.error", "msg": "Invalid HTTP request received."})
    assert not log_privacy.MalformedRequests().filter(said)
    assert log_privacy.MalformedRequests().filter(
        logging.makeLogRecord({"name": "uvicorn.error", "msg": "Exception in ASGI application"})
    )
