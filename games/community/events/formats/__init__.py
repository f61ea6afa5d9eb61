"""Formats of events: pairings, seats and standings. Pure: values in, pairings out, without a
framework, dice or a clock."""
