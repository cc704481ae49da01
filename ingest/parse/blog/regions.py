"""Which parts of a page hold no posts: navigation, sidebars, pagers, footers. Pure; a table of names and one judgement."""

from __future__ import annotations

from collections.abc import Mapping

from selectolax.lexbor import LexborNode

_ALWAYS = frozenset({"dialog", "menu", "head", "script", "style", "noscript", "select", "button", "template"})
_OFTEN = frozenset({"header", "footer", "aside", "nav"})
_ROLES = frozenset({"navigation", "contentinfo", "banner", "search", "complementary", "dialog", "menu", "menubar", "alert"})
_NAMES = frozenset(
    (
        "ad ads advert advertisement archives-widget author-bio author-box banner blogroll bottom-bar breadcrumb breadcrumbs "
        "category-list cat-list cloud comment comments comments-area comment-list cookie cookie-banner cookie-notice "
        "disqus_thread donate drawer dropdown-menu extras featured-links footer footer-widgets friends global-footer "
        "global-header global-nav language-switcher links-list login main-menu main-nav masthead mega-menu menu mobile-menu "
        "mobile-nav modal nav nav-links nav-menu navbar navigation newsletter off-canvas offcanvas page-footer page-navigation "
        "page-numbers pager paginate pagination paginator popular popular-posts popup post-navigation post-tags "
        "posts-navigation primary-menu promo recent-comments recommended related related-articles related-posts search "
        "search-form search-results-widget share share-buttons sharing sharedaddy side side-bar sidebar sidenav site-footer "
        "site-header site-info site-nav skip-link skip-links social social-icons social-links social-media social-networks "
        "sponsor sponsors subscribe subscription tag-cloud tag-list tagcloud tags toc topbar top-bar top-nav toolbar trending "
        "widget widget-area widgets wp-block-categories wp-block-latest-comments wp-block-navigation wp-block-tag-cloud "
        "wp-pagenavi"
    ).split()
)
_PARTS = ("sidebar", "breadcrumb", "pagination", "related-", "newsletter", "tag-cloud", "tagcloud", "cookie-", "share-", "-menu")
_DEEPEST = 40  # levels that a post's own header or footer lies deep, at most
_SAYS_WHAT_IS_NEAR = ("has-", "with-", "no-", "is-", "without-")

_A_POST = "article, [class~=hentry], [class~=h-entry], [class~=post], [class~=entry], [itemtype*=Posting]"
_OF_A_POST = f"{_A_POST}, li, a"
_HOLDS_THE_POSTS = (
    "main, [role=main], [class~=h-feed], [class~=hfeed], [class~=hentry], [class~=h-entry], article, [itemtype*=BlogPosting]"
)
_BESIDE_THE_POSTS = ("sidebar", "related", "popular", "recommended", "widget", "trending", "footer")


def holds_no_posts(node: LexborNode, tag: str, attributes: Mapping[str, str | None]) -> bool:
    """Whether an element is a part of the page beside its posts.

    A header or footer inside a post belongs to it. A part that holds posts of its own (an `aside` with the featured
    article) is none, unless its name says that these posts are shown a second time.
    """
    if tag in _ALWAYS:
        return True
    if not attributes and tag not in _OFTEN:
        return False
    names = f"{attributes.get('class') or ''} {attributes.get('id') or ''}".lower().split()
    if tag not in _OFTEN and attributes.get("role") not in _ROLES and not any(map(_names_furniture, names)):
        return False
    if tag in ("html", "body", "main", "article") or "blog" in names:
        return False
    if tag == "nav":
        return not _inside_a_post(node, _A_POST)
    if tag in ("header", "footer") or any("footer" in name for name in names):
        return not _inside_a_post(node, _OF_A_POST)
    return node.css_first(_HOLDS_THE_POSTS) is None or _second_showing(node, names)


def _names_furniture(name: str) -> bool:
    if name in _NAMES:
        return True
    return any(part in name for part in _PARTS) and not name.startswith(_SAYS_WHAT_IS_NEAR)


def _inside_a_post(node: LexborNode, selector: str) -> bool:
    parent = node.parent
    for _ in range(_DEEPEST):
        if parent is None or parent.tag in ("body", "main", "html"):
            return False
        if parent.css_matches(selector):
            return True
        parent = parent.parent
    return False


def _second_showing(node: LexborNode, names: list[str]) -> bool:
    """Whether a part with posts in it is a sidebar or the like: it is named so, and the page's `main` is elsewhere."""
    named = any(name.startswith(_BESIDE_THE_POSTS) or name.endswith(_BESIDE_THE_POSTS) for name in names)
    return named and node.css_first("main, [role=main]") is None
