"""Reads RSS 0.9x to 2.0, RSS 1.0, Atom 0.3 and 1.0; the only place that knows feedparser. Pure: bytes in, Reading out.

The way through: decode -> prolog (takes off the DTD) -> wellformed (outline, after a repair where need be) -> calling
(feedparser) -> entry and channel. Where a page was read before: again, by way of cutting (items), frames (all around them) and
plain (new items as most are); what else is new goes the way through.
"""

from ingest.parse.feed.reading import read_feed

__all__ = ["read_feed"]
