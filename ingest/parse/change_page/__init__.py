"""A change tracker's page about one commit, as HTML or as its text, to a Reading of what changed. Pure: bytes in, values out.

html_form, text_form -> page      what the page says, in one form
page -> stamp                     the recorded headers and facts: a ChangeStatement
page -> blocks -> items           feed items that the diff shows whole: added, or gone
page -> loose                     lines that changed otherwise: noise by name, or a fragment of an item

Every body is asked whether it is one; `reading`, which has all that reads one, is loaded where it is.
"""

from ingest.parse.change_page.recognise import looks_like_change_page

__all__ = ["looks_like_change_page"]
