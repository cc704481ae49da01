"""A change that only another tracker's page tells of is shown with everything that page says."""

from __future__ import annotations

import html
from pathlib import Path

from tests.shared import SHARED, needs_shared
from tests.web.pages import Pages, imported


@needs_shared
def test_the_change_page_of_the_seed_is_shown_as_a_fetch_of_ours(tmp_path: Path) -> None:
    [seed] = (SHARED / "seeds").glob("003_*")
    captures = tmp_path / "captures"
    (captures / "pytorch").mkdir(parents=True)
    (captures / "pytorch" / "20261006T070000Z.txt").write_bytes(seed.read_bytes())
    (captures / "sources.toml").write_text('[[source]]\nid = "pytorch"\nkind = "feed"\nurl = "https://pytorch.org/blog/feed/"\n')
    site = Pages(*imported(tmp_path, captures))
    page = html.unescape(site.text("/change/pytorch-20261006T062109578Z"))
    site.close()
    told = [
        "pytorch: changed (201668 bytes, HTTP 200)",
        "raw/pytorch-blog-feed/response.xml</bdi> at <bdi>ac8d7c9d415a6af73f2ac043796e90f7bec93480",
        ">+168<",
        ">−172<",
        "201,668",
        "6 October 2026 05:18 UTC",
        'badge origin">origin',
        *(
            "2026-10-06T06:21:09.578Z",
            "2026-10-06T05:18:28.000Z",
            '"6e359a17025d75ce914cbb99201711c6"',
            "Mon, 05 Oct 2026 20:45:50 GMT",
        ),
        *("Tue, 06 Oct 2026 06:21:09 GMT", ">3761<", "public, max-age=60, s-maxage=43200", "https://pytorch.org/blog/feed/"),
        *(
            "build_date",
            "cache_comment",
            "image_loading",
            "Told by a page of another tracker",
            "129 lines shown here cut at 300 characters",
        ),
    ]
    assert [words for words in told if words.replace("</bdi> at <bdi>", "") not in page and words not in page] == []
    assert page.count('<span class="none">null</span>') == 2
    assert [page.count(f'id="g-{kind}"') for kind in ("added", "left_window", "edited", "removed")] == [1, 1, 0, 0]
