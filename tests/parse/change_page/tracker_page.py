"""Makes change pages for tests the way the tracker does: two documents in, its HTML out, and the text that is left of it."""

from __future__ import annotations

import difflib
import html
import re

COMMIT = "5a" * 20
SHOWN_LINES = 400
SHOWN_CHARACTERS = 300

HEADERS = {
    "observed_at": "2031-02-03T04:05:06.789Z",
    "origin_date": "2031-02-03T04:00:00.000Z",
    "status": "200",
    "final URL": "https://feeds.example/blog/feed.xml",
    "etag": 'W/"abc-1"',
    "last-modified": "null",
    "date": "Mon, 03 Feb 2031 04:05:06 GMT",
    "age": "306",
    "cache-control": "public, max-age=60",
    "cf-cache-status": "HIT",
    "content-encoding": "null",
    "content-length": "4321",
}

Line = tuple[str, str, bool]  # sign (@ for a hunk), text, cut


def diff_lines(old: bytes, new: bytes) -> tuple[list[Line], int, int]:
    """The lines of a unified diff with three lines of context, and how many were added and removed."""
    before, after = (body.decode("utf-8", "replace").removesuffix("\n").split("\n") for body in (old, new))
    lines: list[Line] = []
    for line in list(difflib.unified_diff(before, after, lineterm=""))[2:]:
        sign = "@" if line.startswith("@@") else line[:1]
        text = line if sign == "@" else line[1:]
        wide = text.encode("utf-16-le")
        cut = len(wide) > 2 * SHOWN_CHARACTERS
        shown = wide[: 2 * SHOWN_CHARACTERS].decode("utf-16-le", "replace") + "…" if cut else text
        lines.append((sign, shown, cut))
    return lines, sum(sign == "+" for sign, _, _ in lines), sum(sign == "-" for sign, _, _ in lines)


def notes(shown: list[Line], *, stops: bool) -> str:
    """The page's remarks on its own rendering."""
    cut = sum(cut for _, _, cut in shown)
    said = [f"Diff display stops at {len(shown)} lines. The line counts above are from the whole diff."] if stops else []
    said += [f"{cut:,} line{'s' if cut != 1 else ''} shown here cut at {SHOWN_CHARACTERS} characters."] if cut else []
    return " ".join([*said, "The raw artifact at this commit is linked above."] if said else [])


def html_page(old: bytes, new: bytes, *, path: str = "raw/blog-feed/response.xml", limit: int = SHOWN_LINES) -> str:
    """The HTML of the page."""
    lines, added, removed = diff_lines(old, new)
    shown, stops = lines[:limit], len(lines) > limit
    source = path.split("/")[1]
    facts = {
        "Source": source,
        "Lines added": f"+{added:,}",
        "Lines removed": f"-{removed:,}",
        "Stored bytes at this commit": f"{len(new):,}",
        "Timestamp": "3 February 2031 04:00 UTC origin",
        "Raw artifact at this commit": path,
    }
    kinds = {"@": "hunk", "+": "add", "-": "remove", " ": "context"}
    diff = "\n".join(
        f'<div class="dl dl-{kinds[sign]}"><span class="g">{sign}</span><code>{html.escape(text)}</code></div>'
        for sign, text, _ in shown
    )
    return f"""<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>{COMMIT[:7]} - tracker</title></head>
<body><main>
<p class="eyebrow">Change</p>
<h1>{COMMIT[:7]}</h1>
<p>{COMMIT} &middot; <a href="https://code.example/commit/{COMMIT}">commit on GitHub</a></p>
<p>{source}: changed ({len(new)} bytes, HTTP 200)</p>
<section><h2>{path} <span>modified</span></h2>
<dl>{"".join(f"<div><dt>{label}</dt><dd>{value}</dd></div>" for label, value in facts.items())}</dl>
<details><summary>Recorded headers</summary><table>
{"".join(f"<tr><th>{name}</th><td>{html.escape(value)}</td></tr>" for name, value in HEADERS.items())}
</table></details>
<div class="diff">
{diff}
</div>
<p class="note">{notes(shown, stops=stops)}</p>
</section></main></body></html>
"""


def text_page(old: bytes, new: bytes, *, path: str = "raw/blog-feed/response.xml", limit: int = SHOWN_LINES) -> str:
    """The text of the page: signs end the line before, unchanged lines run on, white space at the start of lines is lost."""
    lines, added, removed = diff_lines(old, new)
    shown, stops = lines[:limit], len(lines) > limit
    source = path.split("/")[1]
    rows = [f"| {name} | {value} |" for name, value in HEADERS.items()]
    head = [
        "Change",
        COMMIT[:7],
        f"{COMMIT} · commit on GitHub",
        f"{source}: changed ({len(new)} bytes, HTTP 200)",
        f"{path} modified",
        "- Source",
        f"- {source}",
        "- Lines added",
        f"- +{added:,}",
        "- Lines removed",
        f"- -{removed:,}",
        "- Stored bytes at this commit",
        f"- {len(new):,}",
        "- Timestamp",
        "- origin",
        "- Raw artifact at this commit",
        f"- {path}",
        "Recorded headers",
        rows[0],
        "|---|---|",
        *rows[1:],
    ]
    return "\n".join(head) + "\n" + "".join(_run_on(sign, text) for sign, text, _ in shown) + notes(shown, stops=stops)


def _run_on(sign: str, text: str) -> str:
    words = re.sub(r"[ \t]+", " ", text.replace("\r", "\n"))
    if sign == " ":
        return words
    return f"{sign}\n{words.lstrip(' ')}"
