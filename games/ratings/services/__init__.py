"""The only writers of ratings. Callers pass `now`."""

from games.ratings.services.eligibility import proof_changed, settle
from games.ratings.services.households import vouch
from games.ratings.services.rate import annul, due_tables, rate_due, rerate
from games.ratings.services.records import forget as forget_records
from games.ratings.services.records import keep_record
