"""Provide what many tests share: a site, people, tables and a browser (tests/README.md)."""
