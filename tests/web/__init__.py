"""The published site, asked through Datasette."""
