"""Questions about users."""

from allauth.account.models import EmailAddress
from django.db.models.functions import Upper
from django.utils import timezone

from accounts import names
from accounts.models import User


def is_taken(name: str) -> bool:
    return User.objects.filter(username__iexact=name).exists()


def free_names_like(name: str, count: int = 2) -> list[str]:
    """Names close to a taken one that are still free."""
    year = timezone.now().year % 100
    endings = ["_K", str(year), "_B", "_2", "_S", "7", "_M", "42", "_77"]
    wishes = [name[: names.LONGEST - len(ending)] + ending for ending in endings]
    taken = set(
        User.objects.annotate(upper=Upper("username")).filter(upper__in=[wish.upper() for wish in wishes]).values_list("upper", flat=True)
    )
    return [wish for wish in wishes if wish.upper() not in taken and not names.is_reserved(wish)][:count]


def mail_address(user: User) -> str | None:
    """Where the user may be written to: a confirmed address."""
    addresses = EmailAddress.objects.filter(user=user, verified=True).order_by("-primary", "pk")
    return addresses.values_list("email", flat=True).first()
