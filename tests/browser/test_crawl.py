"""Every kind of page, opened in a browser by following links: nothing goes wrong, everybody can use it, nothing hostile runs."""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser.crawl import Crawl, crawl, kinds
from tests.browser.named import PAGES
from tests.browser.visitor import Visitor, visiting
from web.serve import ROOT

AXE = ROOT / "build" / "axe" / "package" / "axe.min.js"
SERIOUS = ("serious", "critical")
RUN = """options => axe.run(document, options).then(result => result.violations.map(
    one => [one.id, one.impact, one.nodes.slice(0, 3).map(node => node.html.slice(0, 160))]))"""
ALL_RULES = {"resultTypes": ["violations"]}
CONTRAST = {"runOnly": ["color-contrast"], "resultTypes": ["violations"]}


class Faults:
    """What axe finds on each page, by day and by night; of Datasette's own pages only what we put there is ours to mend."""

    def __init__(self, visitor: Visitor) -> None:
        self.visitor = visitor
        self.source = AXE.read_text(encoding="utf-8") if AXE.is_file() else ""
        self.found: dict[str, list[Any]] = {}

    def look(self, path: str) -> None:
        if not self.source or path.startswith(("/data", "/-/")):
            return
        page = self.visitor.page
        page.evaluate(self.source)
        faults = page.evaluate(RUN, ALL_RULES)
        page.emulate_media(color_scheme="dark")
        faults += page.evaluate(RUN, CONTRAST)
        page.emulate_media(color_scheme="light")
        serious = [fault for fault in faults if fault[1] in SERIOUS]
        if serious:
            self.found[path] = serious


@pytest.fixture(scope="module")
def seen(browser: Any, address: str) -> tuple[Crawl, Faults]:
    """The whole crawl, made once; it fails if anything goes wrong on any page."""
    with visiting(browser, address) as visitor:
        faults = Faults(visitor)
        return crawl(visitor, PAGES.values(), on_page=faults.look), faults


def test_every_kind_of_page_is_reached_and_opens_without_an_error_or_a_request_off_the_machine(
    seen: tuple[Crawl, Faults],
) -> None:
    assert kinds() <= set(seen[0].opened)


def test_every_file_that_a_page_offers_is_there(seen: tuple[Crawl, Faults], browser: Any, address: str) -> None:
    assert {one.rpartition(".")[2][:4] for one in seen[0].files} >= {"atom", "json", "db"}
    with visiting(browser, address) as visitor:
        for path in sorted(seen[0].files):
            assert visitor.page.request.fetch(address + path, method="HEAD").status == 200, path


def test_links_are_addresses_of_the_web(seen: tuple[Crawl, Faults]) -> None:
    assert seen[0].odd == set()


def test_axe_finds_no_serious_fault_by_day_or_by_night(seen: tuple[Crawl, Faults]) -> None:
    if not seen[1].source:
        pytest.skip("axe-core is not under build/axe; .ci/run fetches it")
    assert seen[1].found == {}


def test_nothing_hostile_runs_on_any_page(browser: Any, hostile_address: str) -> None:
    first = [
        "/",
        "/search?q=alert",
        "/source/evil",
        "/source/controls",
        "/source/one",
        "/data/feed_items",
        "/data/search?q=alert",
    ]
    with visiting(browser, hostile_address) as visitor:
        found = crawl(visitor, first, each=3)
    assert kinds() - {"profile"} <= set(found.opened)
    assert found.odd == set()
