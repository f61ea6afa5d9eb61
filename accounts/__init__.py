"""People: users, guests, devices, letters, limits, and the pages about them."""
