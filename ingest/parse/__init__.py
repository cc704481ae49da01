"""Document in, Reading out: what a body says, in its own words. Pure: no network, database, file, clock or logging."""
