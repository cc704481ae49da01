"""Histories of real feeds and pages, imported whole; docs/histories.md explains the numbers that are asserted here."""
