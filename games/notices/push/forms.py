"""Forms of the panel."""

from __future__ import annotations

from django import forms


class Subscribing(forms.Form):
    """A browser's subscription, as `PushSubscription.toJSON` writes it."""

    endpoint = forms.CharField(max_length=2000)
    p256dh = forms.CharField(max_length=200)
    auth = forms.CharField(max_length=200)


class Renewing(Subscribing):
    """A subscription with the address that it had before."""

    old = forms.CharField(max_length=2000)


class Chosen(forms.Form):
    """One of the devices."""

    device = forms.IntegerField(min_value=1, max_value=2**63 - 1)


class Naming(Chosen):
    """Another name for it."""

    name = forms.CharField(max_length=40)
