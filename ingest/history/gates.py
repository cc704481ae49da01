"""Rule 13, gates: whether a response may become part of the history. Pure; says why not, keeps nothing back."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ingest.model import Attempt, Reading, Source

SHRINK_FROM = 8
"""From how many items on a sudden loss is suspicious; smaller listings empty in earnest (rule 13)."""

HOLD_SECONDS = 24 * 3600
HOLD_COUNT = 3
"""Three agreeing held captures over 24 hours are believed."""

PARTIAL_STATUSES = frozenset({206, 226})


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """Why a response is refused: `outcome` is `failed` or `held`, `kind` a short code for `fetches.error_kind`."""

    outcome: str
    kind: str
    message: str
    may_pass: bool = False  # agreeing repetitions may let it through in the end


def judge_response(attempt: Attempt) -> Verdict | None:
    """What can be said before a body is looked at: no response, or a status that is no success."""
    if attempt.error_kind is not None:
        return Verdict(outcome="failed", kind=attempt.error_kind, message=attempt.error or attempt.error_kind)
    status = 200 if attempt.status is None else attempt.status
    if not 200 <= status < 300:
        return Verdict(
            outcome="failed", kind=_STATUS_KINDS.get(status, f"http_{status}"), message=f"the server answered {status}"
        )
    return None


_STATUS_KINDS = {410: "gone", 404: "not_found", 429: "too_many_requests"}


def explain_refusal(verdict: Verdict, body: bytes) -> Verdict:
    """The same refusal, with the better reason where an error's body is a challenge page."""
    title = challenge_title(body)
    if title is None:
        return verdict
    return Verdict(outcome=verdict.outcome, kind="challenge_page", message=f"{verdict.message} with a challenge page: “{title}”")


def judge_body(body: bytes, *, complete: bool, canary: str | None, fresh: bytes | None = None) -> Verdict | None:
    """What the bytes alone say: cut off, empty, a challenge page, a missing canary, a credential that must not be published.

    `fresh` holds all lines of the body that were not in another one that was let through, where there is one at hand.
    """
    if not complete:
        return Verdict(
            outcome="held", kind="truncated_body", message="the transfer was cut: fewer bytes came than were announced"
        )
    if not body.strip():
        return Verdict(outcome="held", kind="empty_body", message="the response has no body")
    title = challenge_title(body)
    if title is not None:
        return Verdict(
            outcome="held", kind="challenge_page", message=f"a challenge page stands where the document should be: “{title}”"
        )
    if canary is not None and not contains(body, canary):
        return Verdict(
            outcome="held", kind="canary_missing", message=f"the text that every good page contains is missing: “{canary}”"
        )
    found = credential(body, fresh)
    if found is not None:
        return Verdict(
            outcome="held", kind="credentials", message=f"the bytes hold what looks like a {found}; it is not repeated here"
        )
    return None


def judge_reading(source: Source, reading: Reading, seen: int, last_seen: int, *, status: int | None = None) -> Verdict | None:
    """What the number of items says: none on a page that must have some, fewer than `min_items`, a collapse (*shrink*).

    `seen` items were read, `last_seen` were in the last applied capture of the same page. Growth is never refused. A part
    (206, 226) has as many items as were asked for: their number proves nothing.
    """
    if reading.statement is not None:
        return None
    if seen == 0 and source.kind != "feed":
        return Verdict(outcome="held", kind="no_items", message=_without_items(reading))
    if status in PARTIAL_STATUSES:
        return None
    if source.min_items is not None and seen < source.min_items:
        return Verdict(
            outcome="held",
            kind="min_items",
            message=f"items found: {seen}, but at least {source.min_items} are expected (min_items)",
        )
    if last_seen >= SHRINK_FROM and seen < last_seen * (1 - source.max_shrink):
        return Verdict(
            outcome="held", kind="shrink", message=f"items found: {seen}, where the last capture had {last_seen}", may_pass=True
        )
    return None


def _without_items(reading: Reading) -> str:
    """That there are none, with what the document itself says about it."""
    said = next((issue.message for issue in reading.issues), None)
    return "no item could be read from the page" + (f"; it says: {said}" if said else "")


def agreed(*, count: int, since_seconds: float) -> bool:
    """True if that many agreeing held captures over that time are to be believed."""
    return count >= HOLD_COUNT and since_seconds >= HOLD_SECONDS


def is_partial(status: int | None, reading: Reading) -> bool:
    """True for what states only a part (rule 4): a change page, 206, 226, a document not read to its end."""
    return reading.statement is not None or status in PARTIAL_STATUSES or not reading.read_to_end


# --- challenge pages -------------------------------------------------------------------------------------------------

_CHALLENGE_TITLES = re.compile(
    r"just a moment|attention required!|checking your browser|ddos-guard|please wait\.\.\.|one moment, please|"
    r"access denied|pardon our interruption|security check|are you (?:a )?(?:human|robot)|verify(?:ing)? you are human|"
    r"making sure you.?re not a bot|bot verification|human verification|captcha|robot check|request unsuccessful|"
    r"sucuri website firewall|vercel security checkpoint|client challenge$|access to this page has been denied|robot or human\?|"
    r"(?:verifying|validating) (?:your )?browser|checking you are not a bot|please prove you|recaptcha challenge",
    re.IGNORECASE,
)
# Texts of the challenge itself. Scripts that a protected site's good pages load as well are no sign
# (`/cdn-cgi/challenge-platform/` stands in every page behind the same provider).
_CHALLENGE_MARKS = (
    b"cf-chl-", b"__cf_chl_", b"cf_chl_opt", b"challenge-error-text", b"challenge-running", b"id=\"cf-wrapper\"",
    b"_incapsula_resource", b"captcha-delivery.com", b"px-captcha", b"anubis_challenge", b"awswafintegration", b"ddos-guard",
    b"checking your browser", b"enable javascript and cookies to continue", b"sgcaptcha", b"sucuri_cloudproxy_js", b"gokuprops",
    b"/challenge-platform/h/g/orchestrate/", b"/challenge-platform/h/b/orchestrate/", b"/.bunny-shield/",
    b"checking if the site connection is secure", b"unusual traffic from your computer network",
)  # fmt: skip
_TITLE = re.compile(rb"<title[^>]*>(.{0,300}?)</title>", re.IGNORECASE | re.DOTALL)
_HTML = re.compile(
    rb"^(?:\xef\xbb\xbf)?\s*(?:<!--.{0,2000}?-->\s*)*<(?:!doctype\s+html|html|head|body)\b", re.IGNORECASE | re.DOTALL
)
_SMALL_PAGE = 60_000
"""A challenge page is small and has little but the challenge; marks in a long page are talk about challenges."""


def challenge_title(body: bytes) -> str | None:
    """The title of a challenge or interstitial page, None for any other document. Only HTML can be one."""
    if not _HTML.match(body[:4096]):
        return None
    found = _TITLE.search(body[:20_000])
    title = " ".join(found.group(1).decode("utf-8", "replace").split()) if found else ""
    marked = len(body) < _SMALL_PAGE and any(mark in body.lower() for mark in _CHALLENGE_MARKS)
    titled = bool(_CHALLENGE_TITLES.match(title)) and len(body) < _SMALL_PAGE and not _LIST_OF_POSTS.search(body)
    return (title or "no title") if titled or (marked and not _LIST_OF_POSTS.search(body)) else None


_LIST_OF_POSTS = re.compile(rb"<article\b|class=[\"']?[^\"'>]*(?:h-entry|hentry|timeline-item)|rel=[\"']?bookmark", re.IGNORECASE)


# --- texts in bytes --------------------------------------------------------------------------------------------------

_ENCODINGS = ("utf-8", "utf-16-le", "utf-16-be", "cp1252", "cp1251", "gb18030", "shift_jis", "euc-jp", "euc-kr", "big5")


def contains(body: bytes, text: str) -> bool:
    """True if the text stands in the bytes in any encoding that pages are written in."""
    return any(form in body for form in _encoded_forms(text))


def _encoded_forms(text: str) -> set[bytes]:
    forms = set()
    for name in _ENCODINGS:
        try:
            forms.add(text.encode(name))
        except UnicodeEncodeError:
            continue
    return forms


# --- credentials -----------------------------------------------------------------------------------------------------

_OVER_LINES = "private key"
_CREDENTIALS = (  # kind, what its pattern begins with, pattern, least entropy
    (
        _OVER_LINES,
        (b"-----BEGIN ",),
        re.compile(rb"-----BEGIN (?:RSA |EC |OPENSSH |DSA |PGP )?PRIVATE KEY(?: BLOCK)?-----\s+[A-Za-z0-9+/=\s:,-]{200,}"),
        0.0,
    ),
    ("AWS access key", (b"AKIA", b"ASIA"), re.compile(rb"\b(?:AKIA|ASIA)[A-Z2-7]{16}\b"), 3.0),
    (
        "GitHub token",
        (b"ghp_", b"gho_", b"ghu_", b"ghs_", b"ghr_", b"github_pat_"),
        re.compile(rb"\b(?:gh[pousr]_[A-Za-z0-9]{36,}|github_pat_[A-Za-z0-9_]{60,})\b"),
        3.5,
    ),
    ("GitLab token", (b"glpat-",), re.compile(rb"\bglpat-[A-Za-z0-9_-]{20,}"), 3.3),
    ("Slack token", (b"xox",), re.compile(rb"\bxox[abprs]-[0-9]{8,}-[A-Za-z0-9-]{16,}"), 3.0),
    ("Google API key", (b"AIza",), re.compile(rb"\bAIza[0-9A-Za-z_-]{35}\b"), 3.7),
    ("API key", (b"sk-",), re.compile(rb"\bsk-(?:ant-|proj-|or-v1-)?[A-Za-z0-9_-]{40,}"), 4.0),
    ("Stripe key", (b"sk_live_", b"rk_live_"), re.compile(rb"\b[rs]k_live_[A-Za-z0-9]{20,}"), 3.3),
)


_MASKED = b"X" * 4


def credential(body: bytes, fresh: bytes | None = None) -> str | None:
    """The kind of the first secret found, None if there is none. Placeholders (low entropy, `EXAMPLE`) are none.

    All but a private key stand on one line: they are looked for in the `fresh` lines alone, where those are known.
    """
    for name, signs, pattern, floor in _CREDENTIALS:
        where = body if fresh is None or name == _OVER_LINES else fresh
        for text in _matches(where, signs, pattern):
            if b"EXAMPLE" not in text.upper() and _MASKED not in text.upper() and _entropy(text) >= floor:
                return name
    return None


def _matches(body: bytes, signs: Iterable[bytes], pattern: re.Pattern[bytes]) -> Iterator[bytes]:
    """What a pattern matches where one of the signs stands that it begins with: to look for these is many times faster."""
    for sign in signs:
        at = body.find(sign)
        while at >= 0:
            found = pattern.match(body, at)
            if found is not None:
                yield found.group()
            at = body.find(sign, at + 1)


def _entropy(text: bytes) -> float:
    """Shannon entropy in bits per byte."""
    total = len(text)
    return -sum(n / total * math.log2(n / total) for n in Counter(text).values())
