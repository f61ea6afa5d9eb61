"""Sign-in of other people's apps by OAuth 2.1: an app asks, a person agrees on a page of the site,
and the app gets tokens of its own."""
