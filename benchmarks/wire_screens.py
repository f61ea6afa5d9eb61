"""Screens of Chromium for `benchmarks.wire`: what arrives at a page, what shifts on it, and when it
is painted."""

from __future__ import annotations

import zlib
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, CDPSession, Page

from tests.kit.visitor import Visitor

PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 640}, "device_scale_factor": 2}
PHONE |= {"has_touch": True, "is_mobile": True}
DESK: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
SIZES = {"360×640": PHONE, "1280×800": DESK}

# "Fast 3G" of Chromium's developer tools (called "Slow 4G" since version 125), front_end/core/sdk/
# NetworkManager.ts: nine tenths of 1.6 and 0.75 Mbit/s, and 3.75 times 150 ms for each answer.
FAST_3G = {
    "offline": False,
    "latency": 150 * 3.75,
    "downloadThroughput": 1.6 * 1000 * 1000 / 8 * 0.9,
    "uploadThroughput": 750 * 1000 / 8 * 0.9,
}
SLOWER = 4  # times, of the processor

# Notes every layout shift, when a message came, when the board changed, and when the frame with the
# change had been painted: a task that is posted from an animation frame runs after its painting.
NOTES = """(() => {
  const here = window.wire = { own: -1000, shifts: [] };
  Object.assign(here, { came: [], changed: [], painted: [], clicked: [] });
  const now = () => performance.timeOrigin + performance.now();
  const rect = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(" ");
  const where = (node) => !node ? "?" : node.nodeType === 3 ? `"${node.data.trim()}"`
    : `${node.parentElement.className} > ${node.localName} ${node.id || node.className}`;
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, startTime, sources } of list.getEntries())
      here.shifts.push({ value, own: hadRecentInput || Math.abs(startTime - here.own) < 500,
        at: Math.round(startTime), of: sources.map(({ node, previousRect, currentRect }) =>
          `${where(node)} ${rect(previousRect)} to ${rect(currentRect)}`),
      });
  }).observe({ type: "layout-shift", buffered: true });
  window.WebSocket = class extends WebSocket {
    constructor(...how) {
      super(...how);
      this.addEventListener("message", () => here.came.push(now()));
    }
  };
  addEventListener("click", (event) => {
    here.own = event.timeStamp;
    here.clicked.push(performance.timeOrigin + event.timeStamp);
  }, true);
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }) => here.painted.push({ version: data, at: now() });
  document.addEventListener("DOMContentLoaded", () => {
    const version = () => Number(document.getElementById("board")?.dataset.version);
    let shown = version();
    new MutationObserver(() => {
      if (version() === shown) return;
      const mine = shown = version();
      here.changed.push({ version: mine, at: now() });
      requestAnimationFrame(() => port2.postMessage(mine));
    }).observe(document.body,
      { subtree: true, attributeFilter: ["data-version"], childList: true });
  });
})();"""

# Presses one of the buttons that play something, at random; "" if nothing can be played here.
PRESS = """(chance) => {
  const all = [...document.querySelectorAll("#act button[name=code]")];
  const stock = all.find((button) => button.value === "draw stock");
  const button = stock && chance < .8 ? stock : all[Math.floor(chance * all.length)];
  if (!button) return "";
  button.click();
  return button.value;
}"""


@dataclass(eq=False)
class Arrived:
    """An answer or a message, in bytes as sent."""

    what: str
    kind: str
    head: int = 0
    body: int = 0


def packed(text: bytes) -> int:
    """Return the bytes of a message that the server compresses by itself: Chromium tells what it
    makes of it alone."""
    deflate = zlib.compressobj(wbits=-15)
    return len(deflate.compress(text) + deflate.flush(zlib.Z_SYNC_FLUSH)) - 4


@dataclass
class Screen:
    """A page of its own in an empty browser, and what arrived at it."""

    page: Page
    cdp: CDPSession
    arrived: list[Arrived] = field(default_factory=list)
    asked: dict[str, Arrived] = field(default_factory=dict)
    packed: set[str] = field(default_factory=set)

    def listen(self) -> None:
        """Record what arrives from now on."""
        for name, hear in (
            ("requestWillBeSent", self._asks),
            ("responseReceivedExtraInfo", self._head),
            ("loadingFinished", self._whole),
            ("webSocketCreated", self._socket),
            ("webSocketHandshakeResponseReceived", self._shaken),
            ("webSocketFrameReceived", self._frame),
        ):
            self.cdp.on(f"Network.{name}", hear)
        self.cdp.send("Network.enable")

    def slow_down(self) -> None:
        """Emulate a phone on a slow line."""
        self.cdp.send("Network.enable")
        self.cdp.send("Network.emulateNetworkConditions", FAST_3G)
        self.cdp.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})

    def take(self) -> list[Arrived]:
        """Return what has arrived since the last time."""
        found, self.arrived = self.arrived, []
        return found

    def version(self) -> int:
        """Return the version that the page shows."""
        return int(self.page.locator("#board").get_attribute("data-version") or 0)

    def close(self) -> None:
        """Close the page and delete its storage."""
        self.page.context.close()

    def _asks(self, event: dict[str, Any]) -> None:
        request = event["request"]
        if not request["url"].startswith("data:"):
            what = f"{request['method']} {urlsplit(request['url']).path}"
            self.asked[event["requestId"]] = Arrived(what, event.get("type", ""))

    def _head(self, event: dict[str, Any]) -> None:
        if arrived := self.asked.get(event["requestId"]):
            arrived.head = len(event.get("headersText", ""))
            arrived.body -= arrived.head * (arrived in self.arrived)  # it is told late at times

    def _whole(self, event: dict[str, Any]) -> None:
        if arrived := self.asked.get(event["requestId"]):
            arrived.body = int(event["encodedDataLength"]) - arrived.head
            self.arrived.append(arrived)

    def _socket(self, event: dict[str, Any]) -> None:
        path = urlsplit(event["url"]).path
        self.asked[event["requestId"]] = Arrived(f"socket {path}", "Socket")

    def _shaken(self, event: dict[str, Any]) -> None:
        what = self.asked[event["requestId"]].what
        text = event["response"].get("headersText", "")
        if "permessage-deflate" in text.lower():
            self.packed.add(event["requestId"])
        self.arrived.append(Arrived(what, "Socket", head=len(text)))

    def _frame(self, event: dict[str, Any]) -> None:
        text = event["response"]["payloadData"].encode()
        size = packed(text) if event["requestId"] in self.packed else len(text)
        head = 2 if size < 126 else 4 if size < 65536 else 10
        what = self.asked[event["requestId"]].what
        self.arrived.append(Arrived(what, "Message", head, size))


def open_screen(
    browser: Browser, size: dict[str, Any], visitor: Visitor | None, url: str, notes: str = NOTES
) -> Screen:
    """Open a screen with nothing in its cache, for somebody signed in or for a stranger, whose page
    takes notes."""
    context = browser.new_context(base_url=url, **size)
    context.set_default_timeout(60_000)
    if visitor:
        context.add_cookies(
            [{"name": name, "value": value, "url": url} for name, value in visitor.cookies.items()]
        )
    page = context.new_page()
    if notes:
        page.add_init_script(notes)
    return Screen(page, context.new_cdp_session(page))
