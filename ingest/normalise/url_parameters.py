"""Which parts of a URL say nothing of what it leads to: tracking, signatures, cache busters. Tables and their look-up. Pure.

Names are in lower case; a name that ends in `*` stands for all that begin so. Sources, read for the facts: the documentation of
the services named, and the lists that browsers and privacy tools publish (Firefox's query stripping, ClearURLs, Brave, AdGuard).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

ParameterKind = Literal["tracking_parameter", "signed_url", "asset_version"]


@dataclass(frozen=True, slots=True)
class _Names:
    exact: frozenset[str]
    starts: tuple[str, ...]

    def has(self, name: str) -> bool:
        return name in self.exact or name.startswith(self.starts)


def _names(*lines: str) -> _Names:
    words = frozenset(" ".join(lines).split())
    return _Names(frozenset(w for w in words if w[-1] != "*"), tuple(sorted(w[:-1] for w in words if w[-1] == "*")))


_TRACKING = _names(
    "utm_* gclid gclsrc dclid gbraid wbraid srsltid _ga _gl",  # Google
    "fbclid fb_action_ids fb_action_types fb_ref fb_source igsh igshid",  # Facebook, Instagram
    "twclid ref_url __twitter_impression",  # X
    "ttclid li_fat_id trk trkcampaign msclkid epik sccid yclid _openstat sfnsn",  # TikTok, LinkedIn, Bing, Pinterest and others
    "mc_cid mc_eid mkt_tok _hsenc _hsmi __hs* hsctatracking vero_conv vero_id oly_anon_id oly_enc_id",  # mailings
    "ml_subscriber ml_subscriber_hash rb_clickid wickedid s_cid",
    "pk_* mtm_* piwik_* matomo_* wt_mc wt.mc_id xtor cmpid spm scm",  # Matomo, Webtrekk, Piano, Alibaba
    "at_medium at_campaign at_custom* at_link_* at_ptr_name at_bbc_team ns_mchannel ns_source ns_campaign ns_linkname ns_fee",
    "phpsessid jsessionid aspsessionid* cfid cftoken",  # sessions
    "guccounter guce_* smtyp ftag ab_channel share_id share_source*",  # Yahoo, newspapers, YouTube
)

_TRACKING_IF = {
    "ref": "rss|feed|atom|newsletter|twitter|x|hackernews|hn", "ref_src": "twsrc.*", "from": "rss|feed|atom",
    "source": r"rss-.*|rss|feed|atom|[\w-]*-{4,}[\w-]*",  # the last is Medium's
    "partner": "rss", "emc": "rss|edit.*", "smid": "rss.*|tw-.*|fb-.*|url-.*|nyt.*",
    "feature": r"share|shared|youtu\.be|emb_.*|youtube_gdata.*",
}  # fmt: skip
"""Names with real uses ('ref' is a branch on code hosts), and the values with which they track."""

_TRACKING_AT = {
    "youtube.com": _names("si pp"), "youtu.be": _names("si"), "spotify.com": _names("si"), "medium.com": _names("source sk"),
    "twitter.com": _names("s t"), "x.com": _names("s t"),
}  # fmt: skip
"""Domain, and the names that track there alone."""

_SIGNED = _names(
    "x-amz-* x-goog-* x-oss-* x-signature x-expires signature key-pair-id awsaccesskeyid googleaccessid ossaccesskeyid sig hmac",
    "token token-hash token-time access_token auth_token authtoken auth_key jwt __token__ hdnts hdnea hdntl wssecret itok",
)
_SIGNED_IF = {"sign": "[0-9a-f]{16,}", "md5": r"[\w-]{16,}", "verify": r"[\w~=%*-]{16,}"}
_SIGNED_WITH = _names(
    "expires expire exp e policy st se sp sv sr ss srt sip spr skoid sktid skt ske sks skv sdd rscd rsct",  # Azure and others
    "oe oh hash h hs ts time timestamp wstime nonce key-name",
)
"""Part of a signature only beside one of the above."""

_SIGNED_AT = {
    "discordapp.com": _names("ex is hm"), "discordapp.net": _names("ex is hm"), "redd.it": _names("s"),
    "fbcdn.net": _names("*"), "cdninstagram.com": _names("*"), "licdn.com": _names("*"), "googlevideo.com": _names("*"),
}  # fmt: skip
"""Domain, and the names that sign there alone."""

_BUSTERS = _names(
    "v ver version rev _ cb cachebuster cache_buster cachebust cache-bust nocache no_cache bust buster rand random rnd",
    "timestamp ts t _t _ts time mtime lastmod modified",
)


def kinds_of(parameters: Iterable[tuple[str, str]], host: str, *, asset: bool) -> tuple[ParameterKind | None, ...]:
    """For each (name, value) which kind of noise it is, None for a real one. `asset`: the URL loads an image or the like."""
    pairs = [(name.lower(), value.lower()) for name, value in parameters]
    domain = ".".join(host.split(".")[-2:])
    is_signed = any(_SIGNED.has(name) or _matches(_SIGNED_IF, name, value) for name, value in pairs)
    return tuple(_kind_of(name, value, domain, asset=asset, is_signed=is_signed) for name, value in pairs)


def _kind_of(name: str, value: str, domain: str, *, asset: bool, is_signed: bool) -> ParameterKind | None:
    if _TRACKING.has(name) or _matches(_TRACKING_IF, name, value) or _at(_TRACKING_AT, domain, name):
        return "tracking_parameter"
    if _SIGNED.has(name) or _matches(_SIGNED_IF, name, value) or (is_signed and _SIGNED_WITH.has(name)):
        return "signed_url"
    if _at(_SIGNED_AT, domain, name):
        return "signed_url"
    return "asset_version" if asset and _BUSTERS.has(name) else None


def _matches(table: Mapping[str, str], name: str, value: str) -> bool:
    return name in table and re.fullmatch(table[name], value) is not None


def _at(table: Mapping[str, _Names], domain: str, name: str) -> bool:
    return domain in table and table[domain].has(name)
