"""`make play`: the parts of the site as processes, started, watched, restarted and stopped."""
