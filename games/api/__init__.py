"""The open API: a thin JSON door to the services, the selectors and the presenter."""
