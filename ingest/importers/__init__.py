"""Reads captures that were saved elsewhere and gives them back as attempts; knows no archive, no parser, no network."""

from ingest.importers.folder import SOURCES_FILE, FolderImport, SavedPath, read_file, read_folder
from ingest.importers.git import GitFile, GitVersion
from ingest.importers.saved import TOO_LARGE, SavedFile, attempt_of

__all__ = [
    "SOURCES_FILE", "TOO_LARGE", "FolderImport", "GitFile", "GitVersion", "SavedFile", "SavedPath", "attempt_of", "read_file",
    "read_folder",
]  # fmt: skip
