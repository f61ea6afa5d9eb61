"""Formats of events: who meets whom, in which seats, and who stands where. Pure: values in,
pairings out, without a framework, dice or a clock."""
