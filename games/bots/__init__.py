"""Players that are programs. Pure like the rules: the caller passes the view, the dice and the
time."""
