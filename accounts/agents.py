"""Names of browsers and systems, read from the User-Agent header, so that users recognize their
devices."""

from __future__ import annotations

BROWSERS = (  # the first that fits: most say that they are Chrome and Safari as well
    *(
        ("Edg", "Edge"),
        ("OPR/", "Opera"),
        ("SamsungBrowser", "Samsung Internet"),
        ("YaBrowser", "Yandex"),
        ("Vivaldi", "Vivaldi"),
    ),
    *(
        ("FxiOS", "Firefox"),
        ("Firefox", "Firefox"),
        ("CriOS", "Chrome"),
        ("Chrome", "Chrome"),
        ("Safari", "Safari"),
    ),
)
SYSTEMS = (
    *(
        ("iPhone", "iPhone"),
        ("iPad", "iPad"),
        ("Android", "Android"),
        ("CrOS", "ChromeOS"),
        ("Windows", "Windows"),
    ),
    *(("Mac OS X", "macOS"), ("Macintosh", "macOS"), ("Linux", "Linux")),
)


def browser(agent: str) -> str:
    """Return the name of the browser, "" if it is none of the known ones."""
    return next((name for mark, name in BROWSERS if mark in agent), "")


def system(agent: str) -> str:
    """Return the name of the system that it runs on, "" if it is none of the known ones."""
    return next((name for mark, name in SYSTEMS if mark in agent), "")
