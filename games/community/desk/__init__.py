"""The desk: pages for hosts and moderators."""
