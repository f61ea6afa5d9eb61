"""Rules for user names; reserved and confusable names."""

import re
import unicodedata
from functools import cache, lru_cache

from django.core.exceptions import ValidationError
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _

SHORTEST, LONGEST = 2, 24
GUEST = "guest-"
CHOSEN = "guest_"  # before the name that a guest has chosen
LONGEST_OF_GUEST = LONGEST - len(CHOSEN)
LONGEST_WRITTEN = 320  # characters: people sign in by name or address
CLOSED = "closed-"

_PLAIN = re.compile(r"[A-Za-z0-9_-]+")
_SCRIPTS = {  # by the first words of Unicode's names of their letters
    "LATIN": ("LATIN SMALL LETTER ", "LATIN CAPITAL LETTER "),
    "GREEK": ("GREEK ",),
    "CYRILLIC": ("CYRILLIC SMALL LETTER ", "CYRILLIC CAPITAL LETTER "),
    "ARMENIAN": ("ARMENIAN ",),
    "GEORGIAN": ("GEORGIAN LETTER ",),
    "HEBREW": ("HEBREW LETTER ",),
    "ARABIC": ("ARABIC LETTER ",),
    "DEVANAGARI": ("DEVANAGARI ",),
    "BENGALI": ("BENGALI ",),
    "TAMIL": ("TAMIL ",),
    "TELUGU": ("TELUGU ",),
    "THAI": ("THAI ",),
    "HANGUL": ("HANGUL SYLLABLE ",),
    "CJK": ("CJK UNIFIED IDEOGRAPH-", "HIRAGANA LETTER ", "KATAKANA LETTER ", "KATAKANA-HIRAGANA"),
}
_WITH_MARKS = ("DEVANAGARI", "BENGALI", "TAMIL", "TELUGU", "THAI")
_MARKS_AT_MOST = 2  # on one letter
_RIGHT_TO_LEFT = ("R", "AL")

_TAKEN_BY_THE_SITE = frozenset(
    "admin administrator anonymous beginnerbot bot clubbot expertbot fairdeal masterbot me"
    " moderator nobody root staff support system you".split()
)
_LOOKALIKES = str.maketrans("01345789i", "oleastbgl", "-_")


def fold(name: str) -> str:
    """Return a name without differences that readers overlook: "G_UE5T" → "guest"."""
    return name.lower().translate(_LOOKALIKES)


_RESERVED_STARTS = (fold(GUEST), fold(CLOSED))
_RESERVED_WHOLE = frozenset(fold(name) for name in _TAKEN_BY_THE_SITE)


def display_name(username: str, *, guest: bool, closed: bool, bot: bool = False) -> str:
    """Return the name that others see, in the active language. Guests and closed accounts are not
    called by their user names; bots are marked."""
    return _display_name(get_language(), username, guest, closed, bot)


@lru_cache(4096)
def _display_name(
    _language: str | None, username: str, guest: bool, closed: bool, bot: bool
) -> str:
    if closed:
        return gettext("Closed account")
    if guest:
        named = username.startswith(CHOSEN)
        code = username[len(CHOSEN) :] if named else username.removeprefix(GUEST)[:4].upper()
        return gettext("Guest %(code)s") % {"code": _isolate(code)}
    if bot:  # as games.tables.bot_names.unmistakable
        return gettext("%(name)s (bot)") % {"name": _isolate(username)}
    return _isolate(username)


def _isolate(name: str) -> str:
    """Return a name, isolated from the surrounding text's direction if it is right-to-left."""
    if name.isascii():
        return name
    turns = any(unicodedata.bidirectional(letter) in _RIGHT_TO_LEFT for letter in name)
    return f"\u2068{name}\u2069" if turns else name


def letter(name: str) -> str:
    """Return the first letter of a display name, for the avatar."""
    return name.lstrip("\u2068")[:1].upper()[:1]


def normalized(name: str) -> str:
    """Return a name in NFKC. A text longer than any name or address is returned unchanged:
    normalizing accents takes quadratic time."""
    return name if len(name) > LONGEST_WRITTEN else unicodedata.normalize("NFKC", name)


def is_reserved(name: str) -> bool:
    """Return whether a name is reserved."""
    folded = [fold(mark) for mark in skeletons(name)]
    return any(mark.startswith(_RESERVED_STARTS) or mark in _RESERVED_WHOLE for mark in folded)


def well_formed(name: str) -> None:
    """Raise ValidationError unless a name is well formed."""
    if len(name) > LONGEST:
        raise ValidationError(_("A name has at most 24 characters."), "long")
    spelled(name)
    if len(name) < SHORTEST:
        raise ValidationError(_("A name has at least two characters."), "short")


def spelled(name: str) -> None:
    """Raise ValidationError unless a name of any length has only letters of one alphabet, digits, -
    and _."""
    scripts = {_script(letter, before) for before, letter in zip(" " + name, name, strict=False)}
    if "" in scripts or not name or name != normalized(name) or _has_piled_marks(name):
        raise ValidationError(_("A name may contain letters, digits, - and _."), "characters")
    if len(scripts - {"COMMON"}) > 1:
        raise ValidationError(_("Use the letters of one alphabet only."), "scripts")


def not_reserved(name: str) -> None:
    """Raise ValidationError if a name is reserved."""
    if is_reserved(name):
        raise ValidationError(
            _("“%(name)s” is reserved for the site. Choose another name."),
            "reserved",
            {"name": name},
        )


def _script(letter: str, before: str) -> str:
    """Return the script of a letter: COMMON for any script, "" if names may not have it. `before`
    is the letter that a mark belongs to."""
    if letter.isascii():
        if not _PLAIN.fullmatch(letter):
            return ""
        return "LATIN" if letter.isalpha() else "COMMON"
    kind, called = unicodedata.category(letter), unicodedata.name(letter, "")
    for script, starts in _SCRIPTS.items():
        if called.startswith(starts):
            of_word = kind[0] == "L" and (kind != "Lm" or letter == "ー")
            of_mark = kind[0] == "M" and script in _WITH_MARKS and before.strip("-_ ") != ""
            latin = script != "LATIN" or _is_latin(letter)
            return script if (of_word or of_mark) and latin else ""
    return ""


def _is_latin(letter: str) -> bool:
    """Return whether a letter is in a modern Latin alphabet: a to z, also with accents, and a few
    more."""
    return unicodedata.normalize("NFD", letter)[0].isascii() or letter.lower() in "ßæœøłđðþıħŋŧ"


def _has_piled_marks(name: str) -> bool:
    piled = 0
    for letter in name:
        piled = piled + 1 if unicodedata.category(letter)[0] == "M" else 0
        if piled > _MARKS_AT_MOST:
            return True
    return False


# --- confusable names


def skeletons(name: str) -> frozenset[str]:
    """Return the skeletons of a name: its look in letters from a to z, as written, in lower and in
    upper case. Names that share one are confusable. A plain name has one, itself."""
    if name.isascii():
        return frozenset((name.lower(),))
    return frozenset(_skeleton(form) for form in (name, name.casefold(), name.upper()))


def _skeleton(text: str) -> str:
    plain = "".join(map(_look, unicodedata.normalize("NFD", text)))
    return unicodedata.normalize("NFC", plain).casefold()


@cache
def _look(letter: str) -> str:
    """Return the letters from a to z that a letter looks like; else itself; "" for accents."""
    if letter.isascii():
        return letter
    if "\u0300" <= letter <= "\u036f":
        return ""
    # Imported lazily: its table has ten thousand rows.
    from confusable_homoglyphs import confusables

    found = confusables.is_confusable(letter, greedy=True) or [{"homoglyphs": []}]
    for alike in found[0]["homoglyphs"]:
        bare = "".join(
            part
            for part in unicodedata.normalize("NFKD", alike["c"])
            if unicodedata.category(part)[0] != "M"
        )
        if bare.isascii() and bare.isalpha():
            return bare
    return letter
