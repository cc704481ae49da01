"""The words of `expect`, a table a subject."""
