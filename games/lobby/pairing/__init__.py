"""Finding an opponent: tickets that wait until two match, and the table at which both sit."""
