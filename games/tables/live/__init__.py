"""Open boards: the sockets, and the delivery of a move to them."""
