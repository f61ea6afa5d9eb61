"""The minimum of a durable, broadcast move: check a version, UPDATE, INSERT, COMMIT, PUBLISH, push
to two sockets.

Bare ASGI, no rules, no HTML, no sessions. `DATABASE_URL` names PostgreSQL, `REDIS_URL` a Redis:
    uvicorn benchmarks.limit:app --port 18100 --no-access-log
"""

from __future__ import annotations

import asyncio
import json
import os
from typing import Any

import asyncpg
import redis.asyncio as redis

BOARD = "x" * 800  # what each seat is sent
TABLES = (
    (
        "CREATE TABLE IF NOT EXISTS limit_match (id int PRIMARY KEY, version int NOT NULL, board"
        " text NOT NULL)"
    ),
    (
        "CREATE TABLE IF NOT EXISTS limit_move (id bigserial PRIMARY KEY, match int NOT NULL,"
        " version int NOT NULL, body text NOT NULL)"
    ),
)

sockets: dict[int, list[Any]] = {}
kept: dict[str, Any] = {}  # asyncio holds tasks weakly: a subscriber that nobody keeps is collected


async def pool() -> Any:
    """Return the connections to PostgreSQL, opened once."""
    if "pool" not in kept:
        kept["pool"] = await asyncpg.create_pool(os.environ["DATABASE_URL"], min_size=8, max_size=8)
    return kept["pool"]


async def set_up(count: int) -> None:
    """Create so many matches."""
    async with (await pool()).acquire() as connection:
        for statement in TABLES:
            await connection.execute(statement)
        await connection.execute("TRUNCATE limit_match, limit_move")
        await connection.executemany(
            "INSERT INTO limit_match VALUES ($1, 0, $2)", [(i, BOARD) for i in range(count)]
        )


async def listen() -> None:
    """Pass messages from Redis on to the sockets."""
    kept["redis"] = redis.from_url(os.environ["REDIS_URL"], socket_timeout=None)
    channel = redis.from_url(os.environ["REDIS_URL"], socket_timeout=None).pubsub()
    await channel.psubscribe("limit:*")
    async for message in channel.listen():
        if message["type"] == "pmessage":
            match = int(message["channel"][6:])
            for send in tuple(sockets.get(match, ())):
                await send({"type": "websocket.send", "text": message["data"].decode()})


async def move(match: int, seat: int, body: dict[str, Any]) -> bool:
    """Write a move. Returns False if it is out of turn."""
    version = body["version"]
    if version % 2 != seat:
        return False
    async with (await pool()).acquire() as connection, connection.transaction():
        done = await connection.execute(
            "UPDATE limit_match SET version = version + 1, board = $1 WHERE id = $2 AND version"
            " = $3",
            BOARD,
            match,
            version,
        )
        if done != "UPDATE 1":
            return False
        await connection.execute(
            "INSERT INTO limit_move (match, version, body) VALUES ($1, $2, $3)",
            match,
            version,
            json.dumps(body),
        )
    await kept["redis"].publish(
        f"limit:{match}", json.dumps({"version": version + 1, "board": BOARD})
    )
    return True


async def app(scope: Any, receive: Any, send: Any) -> None:
    """Answer as an ASGI application."""
    if scope["type"] == "lifespan":
        await receive()
        kept["listener"] = asyncio.ensure_future(listen())
        await send({"type": "lifespan.startup.complete"})
        await receive()
        await send({"type": "lifespan.shutdown.complete"})
    elif scope["type"] == "websocket":
        match = int(scope["path"].split("/")[2])
        await receive()
        await send({"type": "websocket.accept"})
        sockets.setdefault(match, []).append(send)
        try:
            while (await receive())["type"] != "websocket.disconnect":
                pass
        finally:
            sockets[match].remove(send)
    else:
        await answer(scope, receive, send)


async def answer(scope: Any, receive: Any, send: Any) -> None:
    """Answer a request over HTTP."""
    body, more = b"", True
    while more:
        event = await receive()
        body, more = body + event.get("body", b""), event.get("more_body", False)
    match scope["path"].split("/")[1:]:
        case ["setup", count]:
            await set_up(int(count))
            status = 204
        case ["move", table, seat]:
            status = 204 if await move(int(table), int(seat), json.loads(body)) else 409
        case _:
            status = 404
    await send({"type": "http.response.start", "status": status, "headers": []})
    await send({"type": "http.response.body", "body": b""})
