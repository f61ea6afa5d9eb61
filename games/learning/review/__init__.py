"""Reviews of ended games: computed by workers, stored, and shown."""
