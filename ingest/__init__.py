"""Makes the data. sources.toml -> fetch -> archive -> parse -> normalise -> history -> store -> publish; only `pipeline` knows the order."""
