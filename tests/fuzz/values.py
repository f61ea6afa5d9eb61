"""Values that somebody might send to see what breaks."""

from __future__ import annotations

from random import Random
from urllib.parse import quote_from_bytes

MARKUP = "<fz1>"  # must never stand in a page as it is
HEADER = "x-fuzz"  # must never become a header

VALUES: tuple[bytes, ...] = (
    *(
        b"",
        b" ",
        b"0",
        b"1",
        b"-1",
        b"2",
        b"on",
        b"x",
        b"null",
        b"true",
        b"[]",
        b"{}",
        b"1e9",
        b"0x10",
        b"NaN",
        b"-0",
        b"1.5",
        b"\xd9\xa3",
        b"\xc2\xb2",
    ),
    *(
        b"9" * 9,
        b"9" * 20,
        b"9" * 5000,
        b"-" + b"9" * 30,
        b"A" * 300,
        b"A" * 70000,
        "ä".encode() * 200,
        b"2147483648",
        b"9223372036854775808",
    ),
    *(
        b"\x00",
        b"a\x00b",
        b"\xff\xfe",
        b"\xed\xa0\x80",
        b"\xc0\x80",
        b"\xf4\x90\x80\x80",
        b"%00",
        b"%ff",
        b"%",
        b"%u0000",
        b"\x1b[31m",
        b"\x7f",
    ),
    *(
        "\u202eabc".encode(),
        "\u200b".encode(),
        "e\u0301\u0301\u0301".encode() * 50,
        "🂡".encode(),
        "İ".encode(),
        "ﬁ".encode(),
        "\ufeff".encode(),
    ),
    *(
        b"<fz1>",
        b'"><fz1>',
        b"'><fz1>",
        b"</script><fz1>",
        b"<fz1 x=",
        b"javascript:alert(1)",
        b"{{ 7*7 }}",
        b"{% debug %}",
        b"${7*7}",
        b"#{7*7}",
    ),
    *(
        b"' OR 1=1 --",
        b"1; DROP TABLE accounts_user",
        b"\\",
        b"'",
        b'"',
        b"%s",
        b"%(x)s",
        b"{0}",
        b"{x.__class__}",
        b"LIKE '%_%'",
    ),
    *(
        b"a\r\nX-Fuzz: 1",
        b"a\nX-Fuzz: 1",
        b"a\r\n\r\n<fz1>",
        b"\xe5\x98\x8a\xe5\x98\x8dX-Fuzz: 1",
        b"a\n2026-01-01 00:00:00,000 ERROR fz-log: forged",
    ),
    *(
        b"/",
        b"//evil.example/",
        b"/\\evil.example",
        b"https://evil.example/",
        b"///",
        b"../../etc/passwd",
        b"..%2f",
        b"/t/",
        b"profile",
        b"./",
        b"?",
        b"#",
    ),
    *(
        b'{"id":1}',
        b"[" * 3000,
        b'{"a":"\\u0000"}',
        b'{"a":"\\ud800"}',
        b"{" * 500,
        b'{"id":"AA","rawId":"AA","response":{},"type":"public-key"}',
    ),
    *(
        b"play R2",
        b"play R2,draw stock",
        b"draw stock",
        b"deal R2",
        b"," * 500,
        b"lost_cities",
        b"odin",
        b"2026-Q4",
        b"all",
        b"live",
        b"ann@example.org",
    ),
)


def value(dice: Random) -> bytes:
    kind = dice.random()
    if kind < 0.75:
        return dice.choice(VALUES)
    if kind < 0.85:
        return dice.choice(VALUES) + dice.choice(VALUES)
    if kind < 0.95:
        return dice.randbytes(dice.randrange(1, 40))
    return chr(dice.randrange(0x20, 0xD7FF)).encode() * dice.randrange(1, 5)


def encoded(data: bytes, dice: Random) -> bytes:
    """For a URL or a form: mostly as browsers do it, now and then raw as far as a line of HTTP
    holds it."""
    if dice.random() < 0.93:
        return quote_from_bytes(data, safe=dice.choice(("", "/", "/:?=,"))).encode()
    return bytes(byte for byte in data if byte not in b"\r\n\0 ") or b"x"
