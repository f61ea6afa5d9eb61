"""Requests: addresses, forms, answers."""
