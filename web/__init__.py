"""Shows data.db: pages, feeds and exports for Datasette. Reads; never writes to a database, and knows no stage but the archive."""
