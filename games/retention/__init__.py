"""Retention: deletion of rows after their retention period."""
