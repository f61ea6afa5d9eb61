"""The only writers of ties and notes. Callers pass `now`."""

from games.community.people.services.ties import forget, tie, untie, write_note
