"""What moves on a page by itself, outside its posts, by the kinds of noise that rule 9 names. Pure.

Each kind is taken out of the page before the rest is summed up as `other`, so that a new nonce is told as a nonce, and
an advertisement as something else. Works on the page's own tree and leaves it in pieces: it must come last.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable

from selectolax.lexbor import LexborNode

from ingest.parse.blog.page import Page
from ingest.parse.blog.shown import squash

_NAMES_A_NONCE = "meta[name*=csrf], meta[name*=nonce], meta[name*=token], meta[name=_token]"
_HOLDS_A_NONCE = (
    "input[type=hidden][name*=csrf], input[type=hidden][name*=token], input[type=hidden][name*=nonce], "
    "input[name=form_build_id], input[name=__VIEWSTATE], input[name=__EVENTVALIDATION], input[name=_wpnonce]"
)
_NONCE_ATTRIBUTES = ("nonce", "data-nonce", "data-csrf", "data-cfemail", "data-cf-beacon", "data-turbo-nonce")
_NONCE_IN_SCRIPT = re.compile(
    r"""((?:nonce|csrf|_token|csrftoken)[a-z_]{0,20}["']?\s*[:=]\s*)(["'][^"'\n]{4,200}["'])""", re.IGNORECASE
)
_EDGE_TOKEN = re.compile(r"__CF\$cv\$params\s*=\s*\{[^}]{0,200}\}|cdn-cgi/l/email-protection#[0-9a-f]+")

_ASSETS = (
    "link[rel~=stylesheet][href], link[rel~=preload][href], link[rel~=modulepreload][href], link[rel~=icon][href], script[src]"
)
_VERSION = re.compile(r"[?&](?:ver|v|version|t|ts|rev|cb|h|hash|_)=[^&#]*|[?][\w.-]{1,64}$", re.IGNORECASE)
_HASHED_NAME = re.compile(
    r"[-._/]([0-9a-f]{6,64}|(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[A-Za-z0-9_-]{8,64})(?=[.-][\w.-]*(?:css|js|mjs|png|svg|ico|woff2?)(?:$|\?))"
)

_CACHE_WORDS = re.compile(
    r"cach(?:e|ed|ing)|generated in|page generated|\bseconds\b|\bqueries\b|served (?:from|by)|optimi[sz]ed by|litespeed|w3 total|"
    r"wp rocket|wp-super|varnish|debug:|render(?:ed)? (?:in|time)|elapsed|load time",
    re.IGNORECASE,
)
_BUILD_WORDS = re.compile(
    r"\b(?:built|build|generated|rendered|last (?:updated|modified|built|generated|build)|updated|compiled|deployed|published|"
    r"letzte aktualisierung|stand|dernière mise à jour|最終更新|更新时间|最后更新)\b",
    re.IGNORECASE,
)
_A_TIME = re.compile(r"\d{4}-\d\d?-\d\d?|\d\d?:\d\d|\b\d\d?\.? \w{3,9},? \d{4}|\b\w{3,9}\.? \d\d?,? \d{4}|\d{4}年")
_BUILD_META = (
    "meta[property='article:modified_time'], meta[property='og:updated_time'], meta[http-equiv='last-modified' i], "
    "meta[name='last-modified' i], meta[name=revised], meta[name=date], meta[name='build-date' i], meta[name='generated-at' i], "
    "meta[name='build-time' i], meta[itemprop=dateModified]"
)
_LINES = "p, small, address"
_LONGEST_NOTE = 200
_MOST_EXAMPLES = 200


def furniture_of(page: Page, posts: Iterable[int]) -> dict[str, str]:
    """Text by noise kind, and a short hash of all that is left outside the posts as `other`. `posts` are their places."""
    for place in sorted(posts, reverse=True):
        page.nodes[place].decompose()
    cache, built = _comments(page)
    found = {
        "nonce": _nonces(page),
        "asset_version": _asset_versions(page),
        "generator": _taken(page.tree.css("meta[name=generator]"), "content"),
        "build_date": [*_taken(page.tree.css(_BUILD_META), "content"), *_build_notes(page), *built],
        "cache_comment": cache,
    }
    html, scripted = _without_tokens(page.tree.html or "")
    found["nonce"] += scripted
    texts = {kind: "\n".join(dict.fromkeys(values[:_MOST_EXAMPLES])) for kind, values in found.items() if values}
    return {**texts, "other": hashlib.sha256(squash(html).encode("utf-8", "replace")).hexdigest()[:16]}


def _taken(nodes: list[LexborNode], name: str) -> list[str]:
    """The values of an attribute, taken out of the page."""
    values = [node.attributes.get(name) or "" for node in nodes]
    for node in nodes:
        node.attrs[name] = ""
    return [squash(value) for value in values if value.strip()]


def _nonces(page: Page) -> list[str]:
    values = _taken(page.tree.css(_NAMES_A_NONCE), "content") + _taken(page.tree.css(_HOLDS_A_NONCE), "value")
    for name in _NONCE_ATTRIBUTES:
        values += _taken(page.tree.css(f"[{name}]"), name)
    return values


def _asset_versions(page: Page) -> list[str]:
    """Addresses of style sheets and scripts that name a version; what remains of them in the page does not."""
    versioned = []
    for node in page.tree.css(_ASSETS):
        name = "src" if node.tag == "script" else "href"
        address = node.attributes.get(name) or ""
        plain = _HASHED_NAME.sub(_without_hash, _VERSION.sub("", address))
        if plain != address:
            versioned.append(address)
            node.attrs[name] = plain
            if node.attributes.get("integrity"):
                node.attrs["integrity"] = ""
    return versioned


def _without_hash(match: re.Match[str]) -> str:
    return match[0].replace(match[1], "")


def _build_notes(page: Page) -> list[str]:
    """'Last updated …' and the like, wherever they stand outside the posts."""
    notes = []
    for line in page.tree.css(_LINES):  # the label and the time may be elements of their own
        shown = squash(line.text())
        if _tells_of_a_build(shown):
            notes.append(shown)
            for text in _texts(line):
                text.replace_with("")
    for node in page.tree.css("footer, [class*=footer], [class*=updated], [id*=updated], [class*=build], [class*=generated]"):
        for text in _texts(node):
            shown = squash(text.text_content or "")
            if _tells_of_a_build(shown):
                notes.append(shown)
                text.replace_with("")
    return notes


def _tells_of_a_build(text: str) -> bool:
    return len(text) < _LONGEST_NOTE and _A_TIME.search(text) is not None and _BUILD_WORDS.search(text) is not None


def _texts(node: LexborNode) -> list[LexborNode]:
    return [inner for inner in node.traverse(include_text=True) if inner.is_text_node]


def _comments(page: Page) -> tuple[list[str], list[str]]:
    """(what caches wrote into comments, what the build wrote into them), both taken out of the page."""
    cache: list[str] = []
    built: list[str] = []
    comments = [node for node in page.tree.root.traverse() if node.is_comment_node] if page.tree.root is not None else []
    comments += _outer_comments(page)
    for node in comments:
        text = squash(node.comment_content or "")
        kind = cache if _CACHE_WORDS.search(text) else built if _BUILD_WORDS.search(text) and _A_TIME.search(text) else None
        if kind is not None:
            kind.append(text[:_LONGEST_NOTE])
            node.decompose()
    return cache, built


def _outer_comments(page: Page) -> list[LexborNode]:
    """Comments beside the root element: caches write after `</html>`."""
    comments = []
    node = None if page.tree.root is None else page.tree.root.next
    while node is not None:
        if node.is_comment_node:
            comments.append(node)
        node = node.next
    return comments


def _without_tokens(html: str) -> tuple[str, list[str]]:
    """A page's source without the tokens in its scripts, and these tokens."""
    tokens = [match[2].strip("\"'") for match in _NONCE_IN_SCRIPT.finditer(html)]
    return _EDGE_TOKEN.sub("", _NONCE_IN_SCRIPT.sub(r"\1", html)), tokens
