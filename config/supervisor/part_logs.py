"""Log files of limited size for the parts of the site."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from io import FileIO
from pathlib import Path

LOG_BYTES = 5_000_000  # before a log is rotated; one older file is kept
RETRY = 1.0  # seconds until a failed log is tried again


class Log:
    """A rotated file for a part's output. A line that cannot be written, as on a full disk, is
    dropped: a part whose output is not read would block. `say` tells the host once that lines are
    missing, and once that the log goes on."""

    def __init__(self, path: Path, say: Callable[[str], None]) -> None:
        self.path, self.say = path, say
        self.recent: deque[str] = deque(maxlen=12)
        self.file: FileIO | None = None
        self.missing = 0  # lines dropped
        self.tried = 0.0

    def write(self, line: bytes) -> None:
        """Append a line. Never raises."""
        self.recent.append(line.decode(errors="replace").rstrip())
        if self.missing and time.monotonic() < self.tried + RETRY:
            self.missing += 1
            return
        try:
            self._append(line)
        except OSError as error:
            self.close()
            self.tried = time.monotonic()
            if not self.missing:
                self.say(
                    f"The log {self.path} cannot be written ({error.strerror}); what its part says"
                    " meanwhile is not kept."
                )
            self.missing += 1

    def _append(self, line: bytes) -> None:
        file = self.file = self.file or self._open()
        gap = (
            f"({self.missing} lines are missing here: the log could not be written.)\n"
            if self.missing
            else ""
        )
        file.write(gap.encode() + line)
        if self.missing:
            self.say(f"The log {self.path} can be written again; {self.missing} lines are missing.")
            self.missing = 0
        if file.tell() > LOG_BYTES:
            self.close()
            self._rotate()

    def _open(self) -> FileIO:
        self.path.parent.mkdir(mode=0o700, exist_ok=True)
        if self.path.exists() and self.path.stat().st_size > LOG_BYTES:  # rotation failed
            self._rotate()
        return self.path.open("ab", buffering=0)

    def _rotate(self) -> None:
        self.path.replace(self.path.with_suffix(".log.1"))

    def close(self) -> None:
        """Close the file."""
        if self.file:
            with suppress(OSError):
                self.file.close()
        self.file = None
