"""Shared parts of the tests: a site, people, tables and a browser (tests/README.md)."""
