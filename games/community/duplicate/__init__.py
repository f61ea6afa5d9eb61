"""Duplicate deals: several tables play the same cards, and differences count.

`services.create` makes a set of deals, `services.open_table` a table that plays one of them.
`services.close` says that no more tables come; from then on `services.open_seal`, or a task, opens
the seal of all tables once the last of them has ended. `selectors.lines` returns the results, and
`scoring` values them among those with the same cards.
"""
