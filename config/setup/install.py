"""Set up .venv. The Makefile runs this on a bare Python, so it imports nothing of ours.

    python3 -I config/setup/install.py           what the site needs
    python3 -I config/setup/install.py dev       what the tests need besides, a browser included
    python3 -I config/setup/install.py check     what make check needs besides, where it can be had
    python3 -I config/setup/install.py help      the commands of the Makefile

A stamp in .venv says what was installed (requirements, Python, path), so a second run does nothing.
"""

from __future__ import annotations

import ctypes
import hashlib
import importlib.util
import os
import platform
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NoReturn

OLDEST = (3, 11)
ROOT = Path(__file__).resolve().parents[2]
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
CADDY = VENV / "caddy" / "usr" / "bin" / "caddy"
SYSTEM_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
BROWSERS = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
PATH = os.pathsep.join(filter(None, (os.environ.get("PATH"), SYSTEM_PATH)))


def say(text: str) -> None:
    """Print a line at once."""
    print("fairdeal: " + text, file=sys.stderr, flush=True)


def stop(text: str) -> NoReturn:
    """Print a sentence and end with an error."""
    say(text)
    sys.exit(1)


def run(*command: object, quiet: bool = False) -> bool:
    """Run a program, and return whether it succeeded. `quiet` shows its output only on failure."""
    env = dict(os.environ, PATH=PATH)
    if not env.get("HOME"):
        env.pop("HOME", None)  # an empty one would put caches into the root directory
    pipe = subprocess.PIPE if quiet else None
    done = subprocess.run(
        [str(word) for word in command], env=env, cwd=ROOT, check=False, stdout=pipe, stderr=pipe
    )
    if done.returncode and quiet:
        sys.stderr.buffer.write(done.stdout + done.stderr)
    return done.returncode == 0


def apt(package: str, why: str) -> None:
    """Install a Debian package as root; otherwise stop with advice."""
    apt_get = shutil.which("apt-get", path=PATH)
    if not apt_get or os.geteuid() != 0:
        command = (
            "sudo apt-get install " + package
            if apt_get
            else "your package manager (on Debian it is called " + package + ")"
        )
        stop(f"{why} Install it with {command}, then run this again.")
    say(f"{why} Installing {package} with apt-get.")
    os.environ["DEBIAN_FRONTEND"] = "noninteractive"
    installed = run(apt_get, "update", quiet=True) and run(
        apt_get, "install", "-y", "--no-install-recommends", package, quiet=True
    )
    if not installed:
        stop(f"{package} could not be installed; the reason is above.")


def version_of(python: Path) -> str:
    """Return an interpreter's version; "" if it does not run."""
    try:
        code = "import pip, platform; print(platform.python_version())"
        return subprocess.run(
            [str(python), "-I", "-c", code], capture_output=True, text=True, check=True
        ).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return ""


def make_venv() -> None:
    """Create the virtual environment if it is missing."""
    if version_of(PYTHON) == platform.python_version():
        return
    if not (importlib.util.find_spec("venv") and importlib.util.find_spec("ensurepip")):
        apt(
            f"python{sys.version_info[0]}.{sys.version_info[1]}-venv",
            "Python's venv module is missing.",
        )
    say("Making .venv.")
    if not run(sys.executable, "-m", "venv", "--clear", VENV):
        stop(".venv could not be made; the reason is above.")


def fingerprint(requirements: str) -> str:
    """Return a hash of everything that determines what is installed."""
    digest = hashlib.sha256((ROOT / requirements).read_bytes())
    digest.update(f"{platform.python_version()}\n{ROOT}".encode())
    return digest.hexdigest()


def install(requirements: str) -> None:
    """Install the packages of a requirements file, unless its stamp says that they are."""
    stamp = VENV / (requirements + ".installed")
    wanted = fingerprint(requirements)
    if PYTHON.exists() and stamp.exists() and stamp.read_text() == wanted:
        return
    make_venv()
    say(f"Installing {requirements} into .venv. This takes a minute or two, and only this once.")
    if not run(
        PYTHON, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r", requirements
    ):
        stop("The packages could not be installed; pip's reason is above.")
    stamp.write_text(wanted)


def find_browser() -> str | None:
    """Return the path of Chromium: CHROMIUM, or an installed one; None without."""
    chosen = os.environ.get("CHROMIUM")
    if chosen:
        return (
            chosen
            if os.access(chosen, os.X_OK)
            else stop("CHROMIUM is set, but it is not a program.")
        )
    return next(filter(None, (shutil.which(name, path=PATH) for name in BROWSERS)), None)


def has_program(name: str) -> bool:
    """Return whether a program is in PATH."""
    return shutil.which(name, path=PATH) is not None


def has_library(name: str) -> bool:
    """Return whether a shared library is installed."""
    try:
        ctypes.CDLL(name)
    except OSError:
        return False
    return True


def get_caddy() -> None:
    """Unpack Debian's Caddy into .venv, if missing: installing it would start it."""
    if has_program("caddy") or CADDY.exists():
        return
    folder = CADDY.parents[2]
    folder.mkdir(parents=True, exist_ok=True)
    got = shutil.which("apt-get", path=PATH) and run(
        "sh",
        "-c",
        f"cd '{folder}' && apt-get download caddy && dpkg-deb -x caddy_*.deb .",
        quiet=True,
    )
    if not got:
        say("Caddy is missing and could not be got, so its block in the documentation is not run.")


def print_help() -> None:
    """Print the targets of the Makefile."""
    print("make <command>, one of:\n")
    for line in (ROOT / "Makefile").read_text().splitlines():
        name, mark, text = line.partition("## ")
        if mark and ":" in name:
            print(f"  {name.partition(':')[0]:10} {text}")


def main(what: str) -> None:
    """Install for `dev`, `check` or the site, or print the help."""
    if what == "help":
        print_help()
        return
    if sys.version_info < OLDEST:
        stop(
            f"Python {OLDEST[0]}.{OLDEST[1]} or newer is needed; this is"
            f" {platform.python_version()}. Try make PYTHON=python3.12."
        )
    if what == "dev":
        install("requirements-dev.txt")
        if not find_browser():
            apt("chromium", "The browser tests need Chromium, which is missing.")
        if not has_program("nginx"):
            apt("nginx-light", "The test of several web parts needs nginx, which is missing.")
        if sys.platform == "linux" and not has_library("libatomic.so.1"):
            apt(
                "libatomic1",
                "Playwright, which drives the browser, needs a library that is missing.",
            )
        # the larger set contains the smaller
        (VENV / "requirements.txt.installed").write_text(fingerprint("requirements.txt"))
    elif what == "check":
        get_caddy()
    else:
        install("requirements.txt")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "")
