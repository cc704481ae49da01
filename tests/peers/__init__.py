"""Other projects' own tests, run against this one where they are at hand."""
