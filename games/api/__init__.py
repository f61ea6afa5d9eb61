"""The open API: services, selectors and the presenter as JSON."""
