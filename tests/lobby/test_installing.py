"""The site as an app: what browsers ask for before they install it, and what is kept."""

from __future__ import annotations

import json
import re
import struct
from typing import Any

import pytest
from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.test import Client

from accounts.models import User
from games.base64url import decoded
from games.notices.push import keys

pytestmark = pytest.mark.django_db


def site(client: Client) -> dict[str, Any]:
    """Return what stands in front of the worker."""
    script = client.get("/sw.js").content.decode()
    found: dict[str, Any] = json.loads(script.split("\n")[0].removeprefix("const SITE = ")[:-1])
    return found


def picture(address: str) -> tuple[int, ...]:
    """Return the size of a static picture."""
    name = re.sub(r"\.[0-9a-f]{12}\.", ".", address.removeprefix("/static/"))
    with staticfiles_storage.open(name) as file:
        png = file.read()
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    return struct.unpack(">II", png[16:24])


def test_the_manifest_has_what_browsers_ask_for(client: Client) -> None:
    answer = client.get("/manifest.webmanifest")
    assert answer["Content-Type"].startswith("application/manifest+json")
    facts = json.loads(answer.content)
    assert (facts["name"], facts["id"], facts["start_url"]) == (settings.SITE_NAME, "/", "/")
    assert (facts["scope"], facts["display"]) == ("/", "standalone")
    purposes = [(icon["purpose"], icon["sizes"]) for icon in facts["icons"]]
    for purpose in ("any", "maskable"):
        assert {(purpose, "192x192"), (purpose, "512x512")} <= set(purposes)
    for icon in (*facts["icons"], *(row["icons"][0] for row in facts["shortcuts"])):
        assert f"{picture(icon['src'])[0]}x{picture(icon['src'])[1]}" == icon["sizes"]
    assert [row["name"] for row in facts["shortcuts"]] == ["Continue", "Play now"]
    for row in facts["shortcuts"]:
        answer = client.get(row["url"], follow=True)
        assert answer.status_code == 200
    assert 'id="play-now"' in answer.content.decode()


def test_every_page_names_the_manifest(client: Client) -> None:
    assert '<link rel="manifest" href="/manifest.webmanifest">' in client.get("/").content.decode()


def test_the_worker_keeps_one_page_and_its_hashed_files(client: Client) -> None:
    answer = client.get("/sw.js")
    assert answer["Content-Type"].startswith("text/javascript")
    assert "script-src 'self'" in answer["Content-Security-Policy"]
    found = site(client)
    assert found["offline"] == "/offline/" and found["renew"] == "/push/renew/"
    assert found["files"] and all(re.search(r"\.[0-9a-f]{12}\.", name) for name in found["files"])
    page = client.get("/offline/").content.decode()
    assert [name for name in found["files"] if name not in page] == []
    assert picture(found["badge"]) == (96, 96)


def test_nothing_of_a_reader_is_in_what_is_kept(client: Client) -> None:
    ann = User.objects.create_user("ann", password=None, theme="dark")
    stranger = client.get("/offline/").content, client.get("/sw.js").content
    client.force_login(ann)
    assert (client.get("/offline/").content, client.get("/sw.js").content) == stranger
    assert b"ann" not in stranger[0].replace(b"cannot", b"") and not client.get("/offline/").cookies
    assert b"csrf" not in stranger[0]


def test_a_new_release_is_a_new_worker(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    from games.lobby import installed_app

    before = site(client)["release"]
    assert site(client)["release"] == before
    monkeypatch.setattr(installed_app, "_source", lambda: "// another")
    assert site(client)["release"] != before


def test_the_key_for_push_is_a_point_of_the_curve() -> None:
    public = decoded(keys.public_key())
    assert len(public) == 65 and public[0] == 4
