"""Finding an opponent: tickets that wait until two fit, and the table that both are brought to."""
