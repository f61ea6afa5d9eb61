"""`make play`: starts, restarts and stops the parts of the site, each a process."""
