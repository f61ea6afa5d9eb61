"""A minimal socket, the anchor of `benchmarks.memory`: an ASGI application that accepts and
listens."""

from typing import Any


async def application(scope: Any, receive: Any, send: Any) -> None:
    """Accept a socket and wait for its end; answer everything else with nothing."""
    kind = (await receive())["type"]
    if kind == "lifespan.startup":
        await send({"type": "lifespan.startup.complete"})
        await receive()
        await send({"type": "lifespan.shutdown.complete"})
    elif kind == "websocket.connect":
        await send({"type": "websocket.accept"})
        while (await receive())["type"] != "websocket.disconnect":
            pass
    else:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b""})
