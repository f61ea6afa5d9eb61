"""The parts of boards that all games share: words, values, pictures and fragments."""
