"""Moderation: reports, decisions, sanctions and appeals."""
