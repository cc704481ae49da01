"""Benchmarks, run by hand with `make bench`: each figure is a ratio of two things measured in the same run.

Nothing here is imported by the project, and nothing here is a test.
"""
