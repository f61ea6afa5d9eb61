"""The only writers of ties and notes. Callers pass `now`."""

from games.community.people.services.ties import forget, provide, tie, untie, write_note
