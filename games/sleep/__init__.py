"""When people sleep, and their days off: hours at which a clock by correspondence stands."""
