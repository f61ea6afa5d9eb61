"""Webhooks: one address of a user's own to which news of games goes."""
