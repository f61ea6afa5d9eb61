"""The parts of boards: words, values, pictures and the pieces that all games share."""
