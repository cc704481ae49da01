"""metadata.yml read, held against a schema, and turned into documents."""
