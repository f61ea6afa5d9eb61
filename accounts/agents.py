"""Names of browsers and systems, read from the User-Agent header, so that users recognize their
devices."""

from __future__ import annotations

BROWSERS = (  # the first match: most claim to be Chrome and Safari too
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
    """Return the browser's name, "" if unknown."""
    return next((name for mark, name in BROWSERS if mark in agent), "")


def system(agent: str) -> str:
    """Return the operating system's name, "" if unknown."""
    return next((name for mark, name in SYSTEMS if mark in agent), "")
