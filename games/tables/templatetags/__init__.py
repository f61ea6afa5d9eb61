"""Filters for Django's templates."""
