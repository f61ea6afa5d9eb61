"""Sleep and days off: hours at which a clock by correspondence stands."""
