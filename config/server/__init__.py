"""Between a socket and Django: connection limits, request checks, headers, files, shutdown."""
