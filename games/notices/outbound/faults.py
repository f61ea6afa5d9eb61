"""Reasons why a request failed or was not sent."""

from __future__ import annotations

from enum import StrEnum

from django.utils.translation import gettext as _


class Fault(StrEnum):
    """A kind of failure, as it is stored and counted."""

    ADDRESS = "address"  # not one that we call
    PLAIN = "plain"  # http, which the host does not allow there
    PORT = "port"
    PRIVATE = "private"
    UNKNOWN = "unknown"  # no such host
    CLOSED = "closed"  # nobody answers there
    TLS = "tls"
    SILENT = "silent"  # no answer in time
    GARBLED = "garbled"  # not HTTP


class Undelivered(Exception):
    """The request was not answered. The message is the fault and never the address, which may hold
    a secret."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.value)
        self.fault = fault


def sentence(fault: Fault) -> str:
    """Return the fault in one sentence for the owner of the address."""
    return {
        Fault.ADDRESS: _("We cannot call this address."),
        Fault.PLAIN: _("The address must begin with https://."),
        Fault.PORT: _("We can call only ports 443, 8443 and 8448."),
        Fault.PRIVATE: _("The address leads into a private network, which is not allowed."),
        Fault.UNKNOWN: _("There is no host with this name."),
        Fault.CLOSED: _("No server answers there."),
        Fault.TLS: _("The certificate there is not valid."),
        Fault.SILENT: _("No answer in 5 s."),
        Fault.GARBLED: _("The answer there is not HTTP."),
    }[fault]
