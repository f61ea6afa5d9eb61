"""Notices by mail, push and webhook, news on the site, and the count of waiting tables."""
