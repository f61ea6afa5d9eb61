"""One request out of a die and a cast: like those of a browser, and bent in a place or two."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import date
from random import Random

from tests.fuzz.cast import PASSWORD, Cast
from tests.fuzz.values import encoded, value
from tests.kit.wire import FORM, Request

PAIRS = list[tuple[bytes, bytes]]
METHODS = (
    ("GET",) * 9
    + ("POST",) * 8
    + ("HEAD", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "PROPFIND", "CONNECT", "BREW")
)
FIELDS = tuple(
    (
        "next username password password1 password2 oldpassword email login remember code codes "
        "card ply seat nonce answer as game seats clock rated private order begins bot name theme "
        "turn-mail quiet quiet_from daily_at instead credential passwordless action_add "
        "action_primary action_remove action_send from version eyes page ladder season find "
        "minutes seconds days options suits rounds csrfmiddlewaretoken zone _charset_"
    ).split()
)
KINDS = (
    *("multipart/form-data; boundary=fz",) * 8,
    *(
        "application/json",
        "text/plain",
        "",
        "multipart/form-data",
        "multipart/form-data; boundary=" + "b" * 300,
        "a/b; c",
        "; charset=utf-8",
    ),
    *(
        f"{FORM}; charset={name}"
        for name in "utf-8 UTF-8 idna punycode utf-16 utf-7 hex rot13 undefined latin-1 x".split()
    ),
    *(
        f"{FORM}; charset*=utf-8''%ff",
        f"{FORM}; charset*=nonsense''x",
        "multipart/form-data; boundary=fz; charset=idna",
    ),
)
HEADERS = tuple(
    (
        "Referer Origin HX-Current-URL HX-Target HX-Trigger HX-Boosted HX-Prompt Accept "
        "Accept-Language Accept-Encoding If-None-Match If-Modified-Since If-Match "
        "If-Unmodified-Since Range User-Agent X-Forwarded-For X-Forwarded-Proto X-Forwarded-Host "
        "X-CSRFToken X-Requested-With X-HTTP-Method-Override Authorization Script-Name "
        "Content-Encoding"
    ).split()
)
HOSTS = (
    b"evil.example",
    b"",
    b"localhost:99999",
    b"127.0.0.1:x",
    b"[::1",
    b"a b",
    b"\xff",
    b"localhost, evil.example",
    b"." * 300,
    b"127.0.0.1@evil",
)
LENGTHS = (b"-5", b"abc", b"0", b"9" * 30, b"5, 5", b"0x5", b"+3")
COOKIES = ("sessionid", "csrftoken", "messages")


@dataclass(frozen=True)
class Case:
    who: str
    request: Request


def case(dice: Random, cast: Cast, addresses: list[str]) -> Case:
    who = dice.choice(list(cast.people))
    form = dice.choice(cast.forms) if dice.random() < 0.45 else None
    target = form.action.encode() if form else b"/" + filled(dice.choice(addresses), dice, cast)
    method = "POST" if form and dice.random() < 0.9 else dice.choice(METHODS)
    if not form and dice.random() < 0.5:
        target += b"?" + joined(pairs(dice, dice.randrange(1, 5)), dice)
    sent: PAIRS = _bent(form.fields, dice) if form else pairs(dice, dice.randrange(4))
    if dice.random() < 0.01:
        sent *= 400
    if dice.random() < 0.9:
        sent.insert(
            0, (b"csrfmiddlewaretoken", cast.people[who].cookies.get("csrftoken", "").encode())
        )
    kind = dice.choice(KINDS) if dice.random() < 0.2 else FORM
    body = _body(kind, sent, dice) if method not in ("GET", "HEAD") or dice.random() < 0.05 else b""
    request = Request(method, target or b"/", _headers(dice, cast, who, kind), body)
    return Case(who, _crooked(request, dice) if dice.random() < 0.06 else request)


def filled(address: str, dice: Random, cast: Cast) -> bytes:
    known = {
        "table_id": cast.tables,
        "username": cast.names,
        "game": ["lost_cities", "odin", "exhibition"],
        "pk": ["1", "9" * 19],
        "day": [date.today().isoformat(), "2026-11-22", "0001-01-01", "9999-12-31", "2026-02-30"],
        "month": ["2026-11", "0001-01", "9999-12", "2026-13"],
    }

    def fill(match: re.Match[bytes]) -> bytes:
        name = match[1].decode()
        if name in known and dice.random() < 0.8:
            return dice.choice(known[name]).encode()
        return encoded(value(dice)[:3000], dice).replace(b"?", b"").replace(b"#", b"")

    return re.sub(rb"<(\w+)>", fill, address.encode())


def pairs(dice: Random, count: int) -> PAIRS:
    names = [
        dice.choice(FIELDS).encode() if dice.random() < 0.95 else value(dice)[:200]
        for _ in range(count)
    ]
    return [(name, value(dice)) for name in names for _ in range(1 if dice.random() < 0.9 else 3)]


def _bent(fields: tuple[tuple[str, str], ...], dice: Random) -> PAIRS:
    """Return a form that somebody has filled in, with some of its fields left out, doubled or
    changed."""
    filled = [(name, text or (PASSWORD if "password" in name else "")) for name, text in fields]
    pairs = [(name.encode(), text.encode()) for name, text in filled]
    for _ in range(dice.choice((0, 1, 1, 1, 2, 3))):
        if pairs:
            at = dice.randrange(len(pairs))
            name, text = pairs[at]
            pairs[at : at + 1] = dice.choice(
                ([], [(name, text)] * 2, [(name, value(dice))], [(name, value(dice)), (name, text)])
            )
    return pairs


def joined(pairs: PAIRS, dice: Random) -> bytes:
    text = (b"&" if dice.random() < 0.95 else dice.choice((b"&&", b";"))).join(
        encoded(name, dice) + b"=" + encoded(text, dice) for name, text in pairs
    )
    return text[:30000]


def _body(kind: str, pairs: PAIRS, dice: Random) -> bytes:
    if dice.random() < 0.004:
        return b"a=" + b"x" * 1_100_000
    if kind.startswith("multipart"):
        parts = b"".join(_part(name, text, dice) for name, text in pairs)
        return parts + dice.choice((b"--fz--\r\n", b"--fz--\r\n", b"--fz", b""))
    if kind == "application/json" or dice.random() < 0.02:
        return value(dice)
    return joined(pairs, dice)


def _part(name: bytes, text: bytes, dice: Random) -> bytes:
    more = dice.choice(
        (b"",) * 8
        + (
            b"; filename=a",
            b"; filename*=utf-8''%ff",
            b"\r\nContent-Transfer-Encoding: base64",
            b"\r\nContent-Type: x; charset=idna",
        )
    )
    clean = name.replace(b"\r", b"").replace(b"\n", b"").replace(b'"', b"%22")
    return b'--fz\r\nContent-Disposition: form-data; name="%s"%s\r\n\r\n%s\r\n' % (
        clean,
        more,
        text,
    )


def _headers(dice: Random, cast: Cast, who: str, kind: str) -> tuple[tuple[bytes, bytes], ...]:
    headers = [
        (b"Cookie", cookies(dice, cast.people[who].cookies)),
        (b"Content-Type", kind.encode()),
    ]
    if dice.random() < 0.35:
        headers.append((b"HX-Request", b"true"))
    if dice.random() < 0.5:
        headers.append((b"X-CSRFToken", cast.people[who].cookies.get("csrftoken", "").encode()))
    if dice.random() < 0.1:
        headers.append((b"X-Requested-With", b"XMLHttpRequest"))
    for _ in range(dice.choice((0, 0, 1, 2))):
        headers.append((dice.choice(HEADERS).encode(), line(value(dice))))
    if dice.random() < 0.04:
        headers.append((b"Host", dice.choice(HOSTS)))
    return tuple(pair for pair in headers if pair[1])


def cookies(dice: Random, cookies: dict[str, str]) -> bytes:
    jar = [(name.encode(), text.encode()) for name, text in cookies.items()]
    if dice.random() < 0.15:
        name = dice.choice(COOKIES)
        text = cookies.get(name, "").encode()
        at = dice.randrange(len(text)) if text else 0
        broken = (
            b"",
            value(dice),
            text[:at],
            text[:at] + b"A" + text[at + 1 :],
            text * 2,
            b'"\\000\\377"',
            b":" * 9,
            text.replace(b":", b"."),
        )
        jar = [pair for pair in jar if pair[0] != name.encode()] + [
            (name.encode(), dice.choice(broken))
        ]
        if dice.random() < 0.2:
            jar += [(b"a" * 5, value(dice))] * 3
    return line(b"; ".join(b"%s=%s" % pair for pair in jar))[:16000]


def line(text: bytes) -> bytes:
    """As much of it as a header can hold."""
    return bytes(byte for byte in text if byte >= 0x20 and byte != 0x7F)[:8000].strip()


def _crooked(request: Request, dice: Random) -> Request:
    """Return requests that are wrong already as HTTP: doubled headers, lengths that lie, addresses
    that are none."""
    kind = dice.randrange(5)
    if kind == 0:
        doubled = dice.choice(request.headers or ((b"Host", b"x"),))
        return replace(
            request, headers=(*request.headers, doubled, (doubled[0], line(value(dice))))
        )
    if kind == 1:
        return replace(
            request, headers=(*request.headers, (b"Content-Length", dice.choice(LENGTHS))), body=b""
        )
    if kind == 2:
        return replace(
            request,
            target=dice.choice(
                (
                    b"*",
                    b"http://evil.example/",
                    b"//evil.example/",
                    b"x",
                    b"/" * 900,
                    b"/\xff",
                    b"/%",
                    b"/a" * 20000,
                )
            ),
        )
    if kind == 3:
        return replace(
            request,
            headers=(
                *request.headers,
                (line(value(dice))[:50].replace(b":", b"") or b"X", line(value(dice))),
            ),
        )
    return replace(
        request,
        headers=(*request.headers, (b"Upgrade", b"h2c"), (b"Connection", b"Upgrade, close")),
    )
