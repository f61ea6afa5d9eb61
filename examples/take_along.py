"""Take your games along to another site, seat by seat: python take_along.py my-data.zip SITE TOKEN.
The token is one of yours there, of the scope play. Needs nothing but Python."""

import json
import sys
import time
import zipfile
from urllib.error import HTTPError
from urllib.request import Request, urlopen


def take(text: str, site: str, token: str) -> str:
    """Send one game, and return its table and the seat that it gave, or why it was refused."""
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    body = json.dumps({"transcript": text}).encode()
    while True:
        try:
            with urlopen(Request(f"{site}/api/1/tables/import", body, headers)) as answer:
                table = json.load(answer)
                return f"{site}/t/{table['id']}/ seat {table['seat']}"
        except HTTPError as error:
            if error.code != 429:
                return str(json.load(error)["detail"])
            time.sleep(int(error.headers.get("Retry-After", 5)))


if __name__ == "__main__":
    _, path, site, token = sys.argv
    with zipfile.ZipFile(path) as data:
        for name in data.namelist():
            if name.startswith("games/") and not name.endswith(".running.txt"):
                print(name, take(data.read(name).decode(), site.rstrip("/"), token))
