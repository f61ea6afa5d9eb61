"""Boards: the presentation of a snapshot for one viewer."""
