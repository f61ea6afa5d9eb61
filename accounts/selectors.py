"""Questions about users."""

from dataclasses import dataclass
from datetime import date, timedelta

from allauth.account.models import EmailAddress
from django.db.models.functions import Upper
from django.http import HttpRequest
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext

from accounts import names, sessions
from accounts.models import Device, User


def is_taken(name: str) -> bool:
    """Return whether a name belongs to somebody, whatever the case of its letters."""
    return User.objects.filter(username__iexact=name).exists()


def free_names_like(name: str, count: int = 2) -> list[str]:
    """Return names close to a taken one that are still free."""
    year = timezone.now().year % 100
    endings = ["_K", str(year), "_B", "_2", "_S", "7", "_M", "42", "_77"]
    wishes = [name[: names.LONGEST - len(ending)] + ending for ending in endings]
    taken = set(
        User.objects.annotate(upper=Upper("username"))
        .filter(upper__in=[wish.upper() for wish in wishes])
        .values_list("upper", flat=True)
    )
    return [wish for wish in wishes if wish.upper() not in taken and not names.is_reserved(wish)][
        :count
    ]


def mail_address(user: User) -> str | None:
    """Return the confirmed address to which mails for the user go; None if there is none."""
    addresses = EmailAddress.objects.filter(user=user, verified=True).order_by("-primary", "pk")
    address: str | None = addresses.values_list("email", flat=True).first()
    return address


@dataclass(frozen=True, slots=True)
class DeviceRow:
    """A device as the settings show it."""

    number: int
    name: str
    since: str
    seen: str
    here: bool


def devices(request: HttpRequest) -> list[DeviceRow]:
    """Return the devices on which the reader is signed in: this one, then the others by when they
    were seen last."""
    here, today = sessions.visitor(request.session).stamp.device, timezone.now().date()
    rows = Device.objects.filter(user=request.user.pk, ended=None).order_by("-last_seen", "-pk")
    shown = [
        DeviceRow(
            row.pk,
            row.name,
            _day(row.first_seen, today),
            _day(row.last_seen, today),
            row.key == here,
        )
        for row in rows
    ]
    return sorted(shown, key=lambda device: not device.here)


def _day(day: date, today: date) -> str:
    if day >= today:
        return gettext("today")
    return gettext("yesterday") if day == today - timedelta(days=1) else date_format(day, "j F Y")
