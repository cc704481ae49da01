"""Tweets from whatever page, feed or export shows them; one file per shape. Pure: bytes in, a Reading out.

saved_text, saved_html -> saved_page      a page of a person's posts, saved from a viewer: by its visible lines
x_html                                    a page of x.com, saved by a browser
nitter_html, nitter_rss                   a Nitter instance
syndication, api_v1, api_v2               JSON of X itself; `status` reads the one object that they share
data_archive                              the export that X gives a person of their own posts
"""

from ingest.parse.tweets.shapes import read_tweets

__all__ = ["read_tweets"]
