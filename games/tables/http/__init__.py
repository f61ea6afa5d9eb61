"""Requests for tables: addresses, forms and answers."""
