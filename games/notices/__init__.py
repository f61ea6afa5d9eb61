"""Notices: the count of waiting tables on every page, mails, and invitations."""
