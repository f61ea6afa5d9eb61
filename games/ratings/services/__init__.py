"""The only writers of ratings. Callers pass `now`."""

from games.ratings.services.eligibility import proof_changed, settle
from games.ratings.services.households import vouch
from games.ratings.services.rate import annul, rate_due, rerate

__all__ = ["annul", "proof_changed", "rate_due", "rerate", "settle", "vouch"]
