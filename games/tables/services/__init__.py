"""The services: the only code that changes a table. Their arguments are keyword-only and `now` is
one of them; each is one transaction, and the table is delivered to open boards after the commit."""

from games.tables.live.broadcast import notify_sessions as sessions_changed
from games.tables.services.abort import abort
from games.tables.services.act import act, answer, play, prepare, several, undo
from games.tables.services.adjudicate import adjudicate
from games.tables.services.bot_game import play_now
from games.tables.services.bot_queue import ask_overdue, overdue_bots
from games.tables.services.bot_seats import empty_seat, give_to_bot, unrate
from games.tables.services.bots import Choice, choose
from games.tables.services.break_off import break_off
from games.tables.services.claim_guest import hand_over
from games.tables.services.close import close_idle, forget_closed
from games.tables.services.convert import slow_down
from games.tables.services.draw import draw
from games.tables.services.events import report_opened
from games.tables.services.finish import copy_ends
from games.tables.services.flag import due_flags, flag, flag_due
from games.tables.services.hide import hide
from games.tables.services.hints import (
    ask_hint,
    find_hint,
    give_up_hints,
    hide_hint,
    keep_hint,
    lost_hints,
)
from games.tables.services.idle import end_idle, warn_idle
from games.tables.services.import_game import LONGEST, Unfit, import_game
from games.tables.services.invite import (
    decline,
    forget_invitations,
    invite,
    invite_by_name,
    open_to_all,
    withdraw,
)
from games.tables.services.maintenance import at_odds_with_switch, follow_switch
from games.tables.services.mark_rated import mark_rated
from games.tables.services.open_table import open_table
from games.tables.services.pauses import go_on, heed_wish, pause
from games.tables.services.plans import due_plans, keep_plans, play_due_plans, play_plans
from games.tables.services.play_on import play_on
from games.tables.services.rematch import decline_rematch, rematch
from games.tables.services.rename import show_name
from games.tables.services.resign import release_seats, resign
from games.tables.services.seat_all import open_seated
from games.tables.services.shared_deal import (
    UNTIL_OPENED,
    Deal,
    open_dealt,
    terms_of_deal,
    unseal,
)
from games.tables.services.sit import forget_origins, sit
from games.tables.services.snooze import hide_table, show_tables
from games.tables.services.stand import stand
from games.tables.services.start import start
from games.tables.services.take_back import take_back_together
