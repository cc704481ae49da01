"""`python -m ingest` is the console script `strandline`."""

from ingest.cli import main

if __name__ == "__main__":
    main()
