"""Management of the API."""
