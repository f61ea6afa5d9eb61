"""The games, and the site around them."""
