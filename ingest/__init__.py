"""Makes the data: fetch -> archive -> parse -> normalise -> history -> store -> publish; only `pipeline` knows the order."""
