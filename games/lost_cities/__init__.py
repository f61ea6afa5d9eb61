"""Lost Cities: two explorers, five or six suits, one to three rounds."""
