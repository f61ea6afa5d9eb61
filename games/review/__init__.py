"""What an ended game was worth: reviews, computed by workers, stored, and shown."""
