"""Filters of the desk's pages."""
