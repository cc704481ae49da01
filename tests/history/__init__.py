"""The rules of the history, one test file a rule."""
