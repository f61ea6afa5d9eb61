"""What boards are made of: words, values, pictures and the pieces that all games share."""
