"""The toy at a table, by its addresses and markers alone."""

import re

import pytest
from django.test import Client

from accounts.models import User

BUTTON = re.compile(r'name="code" value="([^"]+)"')


def player(name: str) -> Client:
    client = Client()
    client.force_login(User.objects.create_user(name))
    return client


@pytest.mark.django_db
def test_the_toy_is_listed_opened_and_played_to_its_end() -> None:
    clients = [player(name) for name in ("ann", "ben", "cal")]
    assert "Toy" in clients[0].get("/games/").content.decode()
    assert "turns" in clients[0].get("/tables/new/?game=toy").content.decode()
    table = clients[0].post("/tables/new/", {"game": "toy", "seats": "3", "turns": "2"})["Location"]
    for client in clients[1:]:
        client.post(f"{table}sit/")
    for _ in range(60):
        for client in clients:
            page = client.get(table).content.decode()
            if codes := BUTTON.findall(page):
                ply = re.search(r'data-ply="(\d+)"', page)
                assert (
                    ply
                    and client.post(f"{table}act/", {"code": codes[0], "ply": ply[1]}).status_code
                    == 303
                )
        if 'data-status="ended"' in page:
            break
    assert 'data-places="' in page and "ended" in page
    for query, status in {
        "ply=1": 200,
        "ply=3&eyes=2": 200,
        "ply=3&eyes=3": 404,
        "ply=3&eyes=all": 404,
    }.items():
        # gone through again, though it has no words and no open hands
        assert clients[0].get(f"{table}?{query}").status_code == status
