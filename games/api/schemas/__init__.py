"""The shapes of what the API answers."""

from games.api.schemas.people import Guest, Leaderboard, Me, Profile, Ranked, Rating, Step, Turns
from games.api.schemas.reviews import Moment, Point, Review
from games.api.schemas.tables import (
    Daily,
    Dump,
    Entry,
    Event,
    Game,
    Hint,
    Legal,
    Line,
    Log,
    Option,
    Player,
    Problem,
    Row,
    Rows,
    Table,
    Talk,
    Views,
    view_of,
)
