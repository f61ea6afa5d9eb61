"""The browsers to which notices are pushed."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts import models as accounts

LONGEST_ENDPOINT = 1024  # characters; Microsoft's have more than 500


class Trouble(models.TextChoices):
    """Reasons why a push service did not accept a push."""

    NONE = "", ""
    FORBIDDEN = "forbidden", _("Its address is not on the internet.")
    SILENT = "silent", _("The push service did not answer.")
    BUSY = "busy", _("The push service is busy.")
    BROKEN = "broken", _("The push service reported an error.")
    KEY = "key", _("The site has a new key. Allow push there again.")
    REFUSED = "refused", _("The push service refused the notice.")


class Device(models.Model):
    """A browser that shows notices. `endpoint` and `auth` are secrets."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="push_devices"
    )
    # nothing is pushed to a browser that is signed out
    signed_in = models.OneToOneField(
        accounts.Device, on_delete=models.CASCADE, related_name="push_device"
    )
    name = models.CharField(max_length=40)
    made_at = models.DateTimeField()

    # empty when the device is gone
    endpoint = models.CharField(max_length=LONGEST_ENDPOINT, blank=True)
    mark = models.CharField(max_length=64, blank=True)  # hash of the endpoint
    public = models.BinaryField(max_length=65)
    auth = models.BinaryField(max_length=16)
    made_for = models.CharField(max_length=87)  # the site's public key at the time

    reached_at = models.DateTimeField(null=True)
    failed_at = models.DateTimeField(null=True)  # null after a success
    trouble = models.CharField(max_length=10, choices=Trouble, blank=True, default=Trouble.NONE)
    gone_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["mark"], condition=~models.Q(mark=""), name="push_endpoint_once"
            )
        ]

    def __str__(self) -> str:
        return f"{self.name} of {self.user_id}"

    @property
    def gone(self) -> bool:
        """Return whether the push service has reported the device as gone."""
        return self.gone_at is not None

    @property
    def shown_name(self) -> str:
        """Return the name for its owner."""
        return self.name or gettext("A browser")
