"""Webhooks: notices to an address of a user's own."""
