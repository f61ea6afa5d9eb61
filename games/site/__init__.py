"""The host's controls: switches, invitations, announcements, numbers, and the journal."""
