"""A bot that plays every game of a Fairdeal site, with nothing but the standard library.

    python examples/bot.py https://cards.example lost_cities    opens a table, and prints its link
    python examples/bot.py https://cards.example k3x9m2p4q7     sits down at somebody's table

It plays as a guest, or with the token in FAIRDEAL_TOKEN. It plays at random: `choose` is yours.
"""

import json
import os
import random
import sys
import time
from urllib.error import HTTPError
from urllib.request import Request, urlopen

SITE, WHERE = sys.argv[1].rstrip("/"), sys.argv[2]


def ask(path, body=None, token=""):
    """Return the answer to a GET, or to a POST with this body, one line at a time."""
    data = None if body is None else json.dumps(body).encode()
    headers = {"Content-Type": "application/json", "Accept": "application/json"}
    headers |= {"Authorization": f"Bearer {token}"} if token else {}
    try:
        answer = urlopen(Request(f"{SITE}/api/1{path}", data, headers))
    except HTTPError as refusal:
        if refusal.code != 429:
            raise
        time.sleep(int(refusal.headers.get("Retry-After", 1)))  # too fast: the site says how long
        yield from ask(path, body, token)
        return
    with answer:
        yield from (json.loads(line) for line in answer if line.strip())


def choose(table):
    """Return one of the legal codes. `table["view"]` is all that a player may know."""
    return random.choice(table["legal"])["code"]


token = os.environ.get("FAIRDEAL_TOKEN") or next(ask("/guest", {}))["token"]
if any(game["slug"] == WHERE for game in next(ask("/games"))):
    mine = next(ask("/tables", {"game": WHERE, "clock": "untimed"}, token))
else:
    mine = next(ask(f"/tables/{WHERE}/sit", {}, token))
print(mine["url"], flush=True)
for table in ask(f"/tables/{mine['id']}/stream", token=token):
    if table["legal"]:
        move = {"code": choose(table), "ply": table["ply"]}
        next(ask(f"/tables/{table['id']}/act", move, token))
    mine = table
print("scores", mine["scores"], "places", mine["places"])
