"""From a snapshot to what one viewer is shown."""
