"""Ties between people: whom somebody follows, blocks or mutes; and notes for their writer alone."""
