"""Static files: hashed names that are kept for ever, compressed, and never a matter for Django."""

import asyncio
import gzip
import re
from pathlib import Path
from typing import Any

import brotli
import pytest
from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.templatetags.static import static as static_url

from config.server import static
from config.server.bundles import bundle, bundles
from config.server.static_storage import THIN, thin
from tests.kit.types import Patch

NAME = "css/base.css"
ROOT = Path(settings.BASE_DIR)
STRING = re.compile(r'content: ("[^"\n]*")')
OURS = ("static/js/*.js", "games/**/static/*/*.js", "accounts/static/*/*.js")


class Answer:
    def __init__(self, messages: list[dict[str, Any]]) -> None:
        self.status = messages[0]["status"]
        self.headers = {name.decode(): value.decode() for name, value in messages[0]["headers"]}
        self.body = b"".join(message["body"] for message in messages[1:])
        assert not messages[-1].get("more_body")


def ask(path: str, method: str = "GET", **headers: str) -> Answer:
    sent: list[dict[str, Any]] = []

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    async def elsewhere(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 299, "headers": []})
        await send({"type": "http.response.body", "body": b"Django"})

    fields = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    scope = {"type": "http", "path": path, "method": method, "headers": fields}
    asyncio.run(static.StaticFiles(elsewhere)(scope, None, send))
    return Answer(sent)


def test_a_hashed_name_is_kept_for_ever() -> None:
    url = static_url(NAME)
    assert url != f"/static/{NAME}"
    answer = ask(url)
    assert answer.status == 200
    assert answer.headers["cache-control"] == "max-age=315360000, public, immutable"
    assert answer.headers["content-type"] == 'text/css; charset="utf-8"'
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert "access-control-allow-origin" not in answer.headers


def test_a_plain_name_is_kept_for_a_minute() -> None:
    assert ask(f"/static/{NAME}").headers["cache-control"] == "max-age=60, public"


def test_browsers_get_it_compressed() -> None:
    plain = ask(static_url(NAME))
    small = ask(static_url(NAME), accept_encoding="gzip, br")
    assert (small.headers["content-encoding"], small.headers["vary"]) == ("br", "Accept-Encoding")
    assert brotli.decompress(small.body) == plain.body
    assert gzip.decompress(ask(static_url(NAME), accept_encoding="gzip").body) == plain.body


def test_head_range_and_unchanged() -> None:
    url = static_url(NAME)
    whole = ask(url)
    head = ask(url, "HEAD")
    assert (head.status, head.body, head.headers["content-length"]) == (
        200,
        b"",
        str(len(whole.body)),
    )
    part = ask(url, range="bytes=2-5")
    assert (part.status, part.body) == (206, whole.body[2:6])
    same = ask(url, if_modified_since=whole.headers["last-modified"])
    assert (same.status, same.body) == (304, b"")


@pytest.mark.parametrize(
    "path",
    ("/ /static/ /static/nothing.css /static/../manage.py /static/css /static/.collected").split(),
)
def test_anything_else_goes_to_django(path: str) -> None:
    assert ask(path).status == 299


def test_a_form_goes_to_django() -> None:
    assert ask(static_url(NAME), "POST").status == 299


def test_while_developing_files_are_served_from_where_they_are_written(settings: Any) -> None:
    settings.DEBUG = True
    answer = ask(f"/static/{NAME}")
    assert (answer.status, answer.headers["cache-control"]) == (200, "max-age=0, public")
    assert ask("/static/lost_cities/board.css").status == 200
    assert (
        ask("/static/css").status
        == ask("/static/../manage.py").status
        == ask("/static/%2e%2e/manage.py").status
        == 299
    )


def test_large_files_are_sent_whole(monkeypatch: Patch) -> None:
    whole = ask(static_url(NAME)).body
    monkeypatch.setattr(static, "CHUNK", 64)
    assert ask(static_url(NAME)).body == whole


def test_an_address_follows_what_is_gathered(monkeypatch: Patch) -> None:
    """It is put together once, and again when the file has another name."""
    storage: Any = staticfiles_storage
    assert static_url(NAME) == f"/static/{storage.hashed_files[NAME]}"
    monkeypatch.setitem(storage.hashed_files, NAME, "css/base.another.css")
    assert static_url(NAME) == "/static/css/base.another.css"
    monkeypatch.undo()
    assert static_url(NAME) == f"/static/{storage.hashed_files[NAME]}"


def test_gathering_again_does_nothing() -> None:
    static.collect()
    assert static.collect() is False
    assert staticfiles_storage.exists(NAME)


def test_stylesheets_are_published_without_what_browsers_pass_over() -> None:
    css = '/* why */\n@layer a {\n  .b > c { d: "x y"; e: f }\n}\n'
    assert thin(css) == '@layer a{.b>c{d:"x y";e:f}}\n'
    published = ask(static_url(NAME)).body.decode()
    assert published == thin(published)


def test_no_stylesheet_has_a_string_that_thinning_would_change() -> None:
    sheets = [*ROOT.glob("static/css/*.css"), *ROOT.glob("games/**/static/*/*.css")]
    strings = [text for sheet in sheets for text in STRING.findall(sheet.read_text())]
    assert strings and not [text for text in strings if re.search("[:,] |[>~]", text)]


def test_scripts_are_published_without_comments_and_indentation() -> None:
    script = '// why\nconst a = "x // b";  // c\n\n  // d\n  f(a);\n'
    assert THIN[".js"](script) == 'const a="x // b";f(a);'
    published = ask(static_url("js/drag.js")).body.decode()
    assert published == THIN[".js"](published)


def test_no_script_has_a_string_of_several_lines() -> None:
    scripts = [found for name in OURS for found in Path(settings.BASE_DIR).glob(name)]
    lines = [(found, line) for found in scripts for line in found.read_text().splitlines()]
    assert lines and not [(found, line) for found, line in lines if line.count("`") % 2]


def test_a_bundle_is_its_files_one_after_the_other(settings: Any) -> None:
    def text(name: str) -> str:
        return (Path(settings.STATIC_ROOT) / static_url(name).removeprefix("/static/")).read_text()

    for name, parts in bundles().items():
        whole = text(name)
        places = [whole.index(text(part).strip()) for part in parts]
        assert places == sorted(places), name


def test_while_developing_a_bundle_is_its_files(settings: Any) -> None:
    joined = bundle("css/site.css")
    assert joined.count("<link") == 1 and static_url("css/site.css") in joined
    settings.DEBUG = True
    assert bundle("css/site.css").count("<link") == len(bundles()["css/site.css"])
