"""Chaos: a whole site is played while its parts are killed, and afterwards every acknowledgement is
compared with the log."""
