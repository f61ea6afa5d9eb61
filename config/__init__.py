"""Composition of the site: settings, addresses, servers, workers."""
