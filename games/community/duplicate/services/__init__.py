"""The services: the only code that writes sets of deals and their tables."""

from games.community.duplicate.services.deal_sets import create, forget_unplayed, open_table
from games.community.duplicate.services.matches import (
    LENGTHS,
    close_past_matches,
    join,
    make_match,
    past_matches,
    play_next,
)
from games.community.duplicate.services.seals import close, due_seals, open_due_seals, open_seal
