"""Shows data.db: pages, feeds and exports for Datasette. Reads and never writes; of the stages it knows the archive alone."""
