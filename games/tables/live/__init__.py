"""Screens that stay open: sockets, and how they learn of a move."""
