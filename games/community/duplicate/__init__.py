"""Duplicate deals: several tables play the same cards, and differences count.

`services.create` makes a set of deals, `services.open_table` a table that plays one of them, and
`services.close` admits no more tables. Once all have ended, `services.open_seal`, or a task, opens
their seal. `selectors.lines` returns the results, and `scoring` compares those with the same cards.
"""
