"""A change tracker's page about one commit, as HTML or as its text, to a Reading of what changed. Pure: bytes in, values out.

html_form, text_form -> page      what the page says, in one form
page -> stamp                     the recorded headers and facts: a ChangeStatement
page -> blocks -> items           feed items that the diff shows whole: added, or gone
page -> loose                     lines that changed otherwise: noise by name, or a fragment of an item
"""

from ingest.parse.change_page.reading import read_change_page, read_stamp
from ingest.parse.change_page.recognise import looks_like_change_page

__all__ = ["looks_like_change_page", "read_change_page", "read_stamp"]
