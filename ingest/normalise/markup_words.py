"""Which elements and attributes a reader of a page takes no notice of. Tables without logic. Pure."""

from __future__ import annotations

from typing import Literal

MarkupNoise = Literal[
    "whitespace",
    "attribute_order",
    "image_loading",
    "tracking_parameter",
    "signed_url",
    "asset_version",
    "nonce",
    "cache_comment",
    "other",
]
"""Kinds of rule 9 that can occur within the HTML of an item."""


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


UNSEEN = "style|noscript|template|noembed|noframes|title"
"""Elements that show nothing, or only what stands elsewhere as well (`noscript` repeats an image that a script loads)."""

UNSEEN_AND_EMPTY = "meta|link|base"

BLOCKS = _words(
    """
    address blockquote br caption dd details dl dt fieldset form h1 h2 h3 h4 h5 h6 hr li ol p pre summary table td th tr ul
    """
)
"""Elements at whose edges white space does not show."""

BLOCK_WRAPPERS = _words(
    """
    article aside body center colgroup div figcaption figure footer header hgroup html main nav section tbody tfoot thead
    """
)
INLINE_WRAPPERS = _words("font picture span wbr")
"""Elements that only carry classes and styles: their content is compared, they are not."""

_LOADING = _words("loading decoding fetchpriority srcset sizes imagesrcset imagesizes")
_PER_REQUEST = _words("nonce integrity")
_PRESENTATION = _words(
    """
    align allow allowfullscreen async bgcolor border cellpadding cellspacing charset class color contenteditable controls
    crossorigin defer dir draggable face frameborder height hspace id is ismap itemid itemprop itemref itemscope itemtype lang
    marginheight marginwidth name part preload property referrerpolicy rel resource role sandbox scrolling slot spellcheck style
    tabindex target translate type typeof usemap valign vspace width xml:lang
    """
)
DROPPED_ATTRIBUTES: dict[str, MarkupNoise] = {
    **dict.fromkeys(_LOADING, "image_loading"),
    **dict.fromkeys(_PER_REQUEST, "nonce"),
    **dict.fromkeys(_PRESENTATION, "other"),
}
DROPPED_STARTS = ("data-", "aria-", "on", "xmlns", "v-", "x-", "@", ":")
"""Beginnings of names that scripts, frameworks and screen readers use; kind `other`."""

LAZY_SOURCES = ("data-src", "data-lazy-src", "data-original", "data-orig-src", "data-lazy", "data-actualsrc")
"""Where an image's address stands until a script puts it into `src`, best first."""

URL_ATTRIBUTES = _words("action cite data href longdesc poster src")
ASSET_ATTRIBUTES = _words("data poster src")
