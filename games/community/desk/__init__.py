"""The desk: pages for the host and the moderators of this house."""
