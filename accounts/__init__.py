"""People: users, guests, devices, letters, limits, and their pages."""
