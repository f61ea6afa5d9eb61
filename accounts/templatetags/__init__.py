"""Filters of pages about oneself."""
