"""Our own cases of encodings and of compression that nobody declared."""

from __future__ import annotations

import gzip

from tests.cases.build import case, given, item, rss
from tests.cases.case import Case

_XML = {"content-type": "application/xml"}

_QUIET = {"new": 0, "changed": 0, "missing": 0}

CASES: tuple[Case, ...] = (
    case(
        "declared-utf8-is-cp1252",
        "Declared UTF-8, written in windows-1252 throughout.",
        given(rss(item("a", "Café “Möwe” – déjà vu"), item("b", "Grüße")).encode("cp1252"), headers=_XML),
        expect={"titles": ["Café “Möwe” – déjà vu", "Grüße"]},
    ),
    case(
        "utf16-without-mark",
        "UTF-16, both byte orders, without a mark.",
        given(rss(item("a", "Möwe"), before='<?xml version="1.0" encoding="UTF-16"?>').encode("utf-16-be"), headers=_XML),
        given(rss(item("a", "Möwe"), before='<?xml version="1.0" encoding="UTF-16"?>').encode("utf-16-le"), headers=_XML),
        expect={"titles": ["Möwe"], "second_fetch": _QUIET},
    ),
    case(
        "utf32",
        "UTF-32.",
        given(rss(item("a", "Möwe"), before='<?xml version="1.0" encoding="UTF-32"?>').encode("utf-32"), headers=_XML),
        expect={"titles": ["Möwe"]},
    ),
    case(
        "declared-utf16-is-utf8",
        "Declared UTF-16, but every byte is UTF-8.",
        given(rss(item("a", "Möwe"), before='<?xml version="1.0" encoding="UTF-16"?>'), headers=_XML),
        expect={"titles": ["Möwe"]},
    ),
    case(
        "header-right-declaration-wrong",
        "The header says windows-1251 and is right, the declaration says UTF-8.",
        given(
            rss(item("a", "Привет, море")).encode("cp1251"), headers={"content-type": "application/rss+xml; charset=windows-1251"}
        ),
        expect={"titles": ["Привет, море"]},
    ),
    case(
        "us-ascii-by-default",
        "text/xml without a charset means US-ASCII on paper; the bytes are UTF-8.",
        given(rss(item("a", "Möwe"), before='<?xml version="1.0"?>'), headers={"content-type": "text/xml"}),
        expect={"titles": ["Möwe"]},
    ),
    case(
        "eastern-encodings",
        "Shift_JIS, EUC-KR and GB18030, each declared.",
        given(rss(item("a", "海の日記"), before='<?xml version="1.0" encoding="Shift_JIS"?>').encode("shift_jis"), headers=_XML),
        given(rss(item("a", "海の日記"), before='<?xml version="1.0" encoding="EUC-JP"?>').encode("euc-jp"), headers=_XML),
        given(rss(item("a", "海の日記"), before='<?xml version="1.0" encoding="GB18030"?>').encode("gb18030"), headers=_XML),
        expect={"titles": ["海の日記"], "second_fetch": _QUIET, "third_fetch": _QUIET},
    ),
    case(
        "twice-encoded",
        "UTF-8 that was taken for Latin-1 and encoded again is undone, as every reader of feeds does.",
        rss(item("a", "CafÃ©")),
        expect={"titles": ["Café"]},
    ),
    case(
        "unknown-encoding",
        "An encoding that nobody knows.",
        given(rss(item("a", "Möwe"), before='<?xml version="1.0" encoding="x-tide"?>'), headers=_XML),
        expect={"titles": ["Möwe"]},
    ),
    case(
        "two-marks",
        "Two byte order marks.",
        b"\xef\xbb\xbf\xef\xbb\xbf" + rss(item("a", "Möwe")).encode(),
        expect={"titles": ["Möwe"]},
    ),
    case(
        "page-without-charset",
        "A page that states its encoding nowhere, in UTF-8.",
        given(
            (
                "<!doctype html><title>Möwe</title><article><h2><a href='/a/'>Möwen am Strand</a>"
                "</h2><p>Ein Tag am Meer.</p></article>"
            ),
            headers={"content-type": "text/html"},
        ),
        kind="blog",
        expect={"titles": ["Möwen am Strand"]},
    ),
    case(
        "page-with-meta-1251",
        "A page in windows-1251, told by its meta element alone.",
        given(
            (
                "<!doctype html><meta http-equiv=Content-Type content='text/html; charset=windows-1251'>"
                "<title>Море</title><article><h2><a href='/a/'>Дневник моря</a></h2><p>Сегодня был "
                "прилив.</p></article>"
            ).encode("cp1251"),
            headers={"content-type": "text/html"},
        ),
        kind="blog",
        expect={"titles": ["Дневник моря"]},
    ),
    case(
        "compressed-undeclared",
        "gzip that no header declares stays in the stored bytes and is opened for reading.",
        given(gzip.compress(rss(item("a")).encode(), mtime=0), headers=_XML),
        rss(item("a")),
        expect={
            "titles": ["A"],
            "warning": "undeclared_compression",
            "raw_bytes_kept": True,
            "second_fetch": {**_QUIET, "outcome": "noise"},
        },
    ),
    case(
        "compressed-twice",
        "gzip within gzip, declared once and declared twice.",
        given(
            gzip.compress(gzip.compress(rss(item("a")).encode(), mtime=0), mtime=0), headers={**_XML, "content-encoding": "gzip"}
        ),
        given(
            gzip.compress(gzip.compress(rss(item("a")).encode(), mtime=0), mtime=0),
            headers={**_XML, "content-encoding": "gzip, gzip"},
        ),
        expect={"titles": ["A"], "second_fetch": _QUIET},
    ),
)
