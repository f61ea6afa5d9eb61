"""Getting better: lessons, and reviews of ended games."""
