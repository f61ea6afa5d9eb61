"""Requests that nobody can read were answered by errors 500, some of them by a bare page before the
first middleware, without a policy."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import quote

import pytest
from django.test import Client

from tests.kit.servers import Site
from tests.kit.visitor import Visitor
from tests.kit.wire import ALWAYS, FORM, Answer, Request, send

Comes = Callable[..., Visitor]


@pytest.fixture
def mallory(comes: Comes) -> Visitor:
    visitor = comes("mallory")
    visitor.get("/")  # for a token
    return visitor


def sends(
    visitor: Visitor, target: bytes, body: bytes | None = None, kind: str = FORM, **headers: str
) -> Answer:
    """Return a form with its token, or a look if there is no body."""
    more = tuple(
        (name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()
    )
    ours = ((b"Cookie", visitor.cookie.encode()), (b"Content-Type", kind.encode()), *more)
    if body is None:
        return send(visitor.port, Request("GET", target, ours), visitor.address)
    token = b"csrfmiddlewaretoken=" + visitor.cookies["csrftoken"].encode()
    return send(visitor.port, Request("POST", target, ours, token + body), visitor.address)


def is_our_page(answer: Answer, status: int) -> bool:
    assert answer.status == status, answer
    assert [name for name in ALWAYS if not answer[name]] == []
    return f"({status})" in answer.text and "site-head" in answer.text


@pytest.mark.parametrize(
    "word", ["x", "profile", "home", "account_login", "../x", "javascript:alert(1)"]
)
def test_a_word_that_is_no_path_leads_to_the_front_page(mallory: Visitor, word: str) -> None:
    for _ in range(2):  # as a stranger, and as the guest who is there already
        answer = sends(mallory, b"/accounts/guest/", b"&next=" + word.encode())
        assert (answer.status, answer["location"]) == (302, "/")


@pytest.mark.parametrize("charset", ["idna", "hex", "utf-16", "utf-7", 'nonsense"', "cp037"])
def test_an_encoding_that_no_browser_sends_is_refused(mallory: Visitor, charset: str) -> None:
    for body in (None, b"&next=/"):
        assert is_our_page(
            sends(mallory, b"/accounts/guest/?next=%ff", body, f"{FORM}; charset={charset}"), 400
        )


def test_a_browsers_own_encoding_is_read(mallory: Visitor) -> None:
    assert sends(mallory, b"/accounts/guest/", b"", f"{FORM}; charset=UTF-8").status == 302


def test_letters_that_are_none_do_no_harm(mallory: Visitor) -> None:
    assert sends(mallory, b"/?game=%ff%fe").status == 200
    assert is_our_page(sends(mallory, b"/%ff%fe"), 404)


@pytest.mark.parametrize(
    "credential",
    [
        '{"id":1}',
        "{}",
        "null",
        "[" * 5000,
        "9" * 5000,
        "NaN",
        '{"id":"\\ud800"}',
        '{"rawId":"AA","response":{"userHandle":1}}',
        '{"id":"\\u0000"}',
    ],
)
def test_a_passkey_that_is_none_is_refused(mallory: Visitor, credential: str) -> None:
    answer = sends(
        mallory, b"/accounts/2fa/webauthn/login/", b"&credential=" + quote(credential).encode()
    )
    assert (answer.status, answer["location"]) == (302, "/accounts/login/")


def test_more_fields_than_any_form_has_are_refused(mallory: Visitor) -> None:
    assert is_our_page(sends(mallory, b"/?" + b"&a=1" * 1001), 400)
    assert is_our_page(sends(mallory, b"/accounts/guest/", b"&a=1" * 1001), 400)


def test_a_body_larger_than_any_form_is_refused(mallory: Visitor) -> None:
    assert is_our_page(sends(mallory, b"/accounts/guest/", b"&a=" + b"x" * 2**20), 413)


@pytest.mark.parametrize(
    "target", [b"/accounts/guest/", b"/find/", b"/t/abc/act/", b"/t/abc/talk/", b"/push/add/", b"/"]
)
def test_sixty_four_kilobytes_are_enough_at_every_address(mallory: Visitor, target: bytes) -> None:
    answer = sends(mallory, target, b"&a=" + b"%41" * (64 * 1024 // 3))
    assert is_our_page(answer, 413) and "more than this site accepts" in answer.text
    assert sends(mallory, target, b"&a=" + b"x" * (63 * 1024)).status != 413


@pytest.mark.django_db
def test_a_body_is_too_large_before_it_is_read(client: Client) -> None:
    body = "a=" + "%41" * 2**16
    answer = client.post("/accounts/guest/", body, "application/x-www-form-urlencoded")
    assert answer.status_code == 413 and "more than this site" in answer.content.decode()


def test_a_file_is_refused_as_no_form_takes_one(mallory: Visitor) -> None:
    part = (
        b'--x\r\nContent-Disposition: form-data; name="login"; filename="a"\r\n\r\nx\r\n--x--\r\n'
    )
    assert is_our_page(
        sends(mallory, b"/accounts/login/", part, "multipart/form-data; boundary=x"), 400
    )


@pytest.mark.parametrize("body", [None, b"&next=/"])
def test_another_sites_name_is_refused(mallory: Visitor, body: bytes | None) -> None:
    assert is_our_page(sends(mallory, b"/accounts/guest/", body, Host="evil.example"), 400)
    assert is_our_page(
        sends(
            mallory,
            b"/t/abc/act/",
            body,
            Host="evil.example",
            HX_Request="true",
            Referer="http://evil.example/",
        ),
        400,
    )


@pytest.mark.parametrize(
    ("target", "body"),
    [
        (b"/@/a%00b/", None),
        (b"/?game=a%00b", None),
        (b"/accounts/login/", b"&login=%00&password=%00"),
        (b"/accounts/login/", b"&lo%00gin=a"),
        (b"/tables/new/", b"&game=lost_cities%00"),
    ],
)
def test_a_nul_is_refused_before_a_database_sees_it(
    mallory: Visitor, target: bytes, body: bytes | None
) -> None:
    assert is_our_page(sends(mallory, target, body), 400)


def test_a_nul_in_disguise_is_refused_too(mallory: Visitor) -> None:
    part = (
        b'--x\r\nContent-Disposition: form-data; name="login"\r\nContent-Transfer-Encoding:'
        b" base64\r\n\r\nAGE=\r\n--x--\r\n"
    )
    assert is_our_page(
        sends(mallory, b"/accounts/login/", part, "multipart/form-data; boundary=x"), 400
    )


def test_every_refusal_is_a_page_of_ours(mallory: Visitor) -> None:
    assert is_our_page(sends(mallory, b"/games/", b""), 405)
    assert is_our_page(sends(mallory, b"/nothing/"), 404)
    assert is_our_page(sends(mallory, b"/static/nothing.css"), 404)


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "TRACE", "PROPFIND"])
def test_methods_that_no_page_has_are_refused(mallory: Visitor, method: str) -> None:
    for target in (b"/", b"/tables/new/", b"/accounts/login/"):
        answer = send(
            mallory.port, Request(method, target, ((b"Cookie", b"x=secret"),)), mallory.address
        )
        assert is_our_page(answer, 405) and answer["allow"] == "GET, HEAD, POST, OPTIONS"
        assert "x=secret" not in answer.text


def test_nothing_made_for_a_guest_is_kept_by_a_cache(mallory: Visitor) -> None:
    table = mallory.enters().opens(private="on")
    for target in (
        "/",
        f"/t/{table}/",
        f"/t/{table}/fair/",
        f"/t/{table}/log/",
        "/tables/new/",
        "/games/",
        "/@/",
        "/leaderboard/odin/",
    ):
        assert "no-store" in sends(mallory, target.encode())["cache-control"], target


def test_whatever_is_answered_carries_the_headers(mallory: Visitor, site: Site) -> None:
    for target in (
        b"/",
        b"/healthz",
        b"/readyz",
        b"/static/img/logo.svg",
        b"/accounts/theme/",
        b"/turns/",
    ):
        answer = sends(mallory, target)
        assert [name for name in ALWAYS if not answer[name]] == [], target
        policy = answer["content-security-policy"].split("; ")
        assert {
            "default-src 'none'",
            "base-uri 'none'",
            "frame-ancestors 'none'",
            "script-src 'self'",
        } <= set(policy)


def test_a_version_in_digits_that_python_cannot_read_is_none(mallory: Visitor) -> None:
    """Found by the fuzzer: "²" is a digit to `str.isdigit`, and no number to `int`."""
    table = mallory.enters().opens()
    with mallory.listens(table, version="%C2%B2") as socket:
        assert socket.hears() is not None
