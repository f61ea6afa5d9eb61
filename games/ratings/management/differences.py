"""Differences of ratings, as lines for a terminal."""

from collections.abc import Iterator, Sequence

from accounts.models import User
from games.ratings.services.recalculation import Difference, Row


def describe(differences: Sequence[Difference]) -> Iterator[str]:
    """Yield a line for each difference."""
    names = User.objects.in_bulk({difference.user_id for difference in differences})
    for found in differences:
        where = f"{found.game} {found.ladder.value} {found.season or 'all time'}"
        yield (
            f"{names[found.user_id].username}, {where}: {_figures(found.before)} ->"
            f" {_figures(found.after)}"
        )


def _figures(row: Row | None) -> str:
    """Return a rating with decimals: a difference may be small."""
    return f"{row.mu:.4f} +- {row.sigma:.4f} ({row.games} games)" if row else "none"
