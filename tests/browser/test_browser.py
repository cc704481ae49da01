"""What a visitor does, in headless Chromium: looks, follows, searches, reads, downloads. Nothing may go wrong on the way."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import pytest

from web.serve import ROOT

PRICE = "/change/tidewright-20260929T084006447Z"
PAGES = {
    "home": "/",
    "changes": "/changes",
    "day": "/changes?day=2026-10-26",
    "change": PRICE,
    "change-of-tweets": "/change/maud-ferrier-20261102T190420000Z",
    "held": "/change/lamproom-20261105T071203602Z",
    "failed": "/change/lamproom-feed-20261001T061210533Z",
    "sources": "/sources",
    "source": "/source/lamproom",
    "log": "/source/lamproom/log",
    "item": "/item/werubki567zqdulx",
    "tweet": "/item/pgkzcopoblknv4qg",
    "profile": "/profile/maud-ferrier/sarntides",
    "as-of": "/as-of/lamproom?at=2026-10-01",
    "between": "/as-of/lamproom-feed?from=2026-09-20&to=2026-11-03",
    "choose": "/as-of",
    "search": "/search?q=tide",
    "export": "/export",
    "database": "/data",
    "table": "/data/changes",
    "query": "/data/recent_changes",
}
OURS = [name for name in PAGES if name not in ("database", "table", "query")]
LOOKED_AT = (
    *("home", "changes", "change", "change-of-tweets", "held", "source", "item", "tweet", "profile", "between", "search"),
    *("export", "database", "table"),
)
MODES = [(width, scheme) for width in (1280, 390) for scheme in ("light", "dark")]
AXE = ROOT / "build" / "axe" / "package" / "axe.min.js"
SCREENSHOTS = ROOT / "build" / "screenshots"


@dataclass(slots=True)
class Visitor:
    """A tab, and what went wrong in it."""

    page: Any
    base: str
    wrong: list[str] = field(default_factory=list)

    def note(self, what: str, *, wrong: bool = True) -> None:
        if wrong:
            self.wrong.append(what)

    def goto(self, path: str) -> Any:
        return self.page.goto(self.base + path)


@contextmanager
def visiting(browser: Any, address: str, *, width: int = 1280, scheme: str = "light", **options: Any) -> Iterator[Visitor]:
    context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme, **options)
    visitor = Visitor(context.new_page(), address)
    page = visitor.page
    page.on("console", lambda message: visitor.wrong.append(message.text) if message.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: visitor.wrong.append(str(error)))
    page.on("request", lambda request: None if request.url.startswith((address, "data:")) else visitor.wrong.append(request.url))
    page.on(
        "response", lambda response: visitor.wrong.append(f"{response.status} {response.url}") if response.status >= 400 else None
    )
    yield visitor
    context.close()
    assert visitor.wrong == []


def test_every_page_opens_without_an_error_and_without_a_request_off_the_machine(browser: Any, address: str) -> None:
    with visiting(browser, address) as visitor:
        for path in PAGES.values():
            assert visitor.goto(path).status == 200, path
            assert visitor.page.locator("h1").count() == 1, path


@pytest.mark.parametrize(("width", "scheme"), MODES)
def test_pages_fit_the_screen_and_are_kept_as_pictures(browser: Any, address: str, width: int, scheme: str) -> None:
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    with visiting(browser, address, width=width, scheme=scheme) as visitor:
        for name in LOOKED_AT:
            visitor.goto(PAGES[name])
            if name in OURS:
                assert visitor.page.evaluate("document.documentElement.scrollWidth") <= width, name
            visitor.page.screenshot(path=SCREENSHOTS / f"{name}-{width}-{scheme}.png", full_page=True)


def test_a_bar_of_the_chart_leads_to_its_day(browser: Any, address: str) -> None:
    with visiting(browser, address) as visitor:
        visitor.goto("/")
        visitor.page.get_by_role("link", name="26 October 2026: 14 changes").click()
        assert visitor.page.url.endswith("/changes?day=2026-10-26")
        assert visitor.page.locator(".entry").count() == 3


def test_a_point_of_a_curve_leads_to_its_fetch(browser: Any, address: str) -> None:
    with visiting(browser, address) as visitor:
        visitor.goto(PAGES["tweet"])
        visitor.page.get_by_role("link", name="1.6M (rounded), 29 October 2026").click()
        assert "/change/maud-ferrier-20261029" in visitor.page.url


def test_from_home_to_the_words_that_changed(browser: Any, address: str) -> None:
    with visiting(browser, address) as visitor:
        visitor.goto("/changes?source=tidewright&day=2026-09-29")
        visitor.page.get_by_role("link", name="“Price list for the winter”").click()
        assert visitor.page.locator(".words del").first.inner_text() == "480"
        assert visitor.page.locator(".words ins").first.inner_text() == "510"
        assert "£510" in visitor.page.locator(".diff .plus-line", has_text="eight-inch dial").inner_text()
        visitor.page.get_by_role("link", name="change after").click()
        visitor.page.keyboard.press("ArrowLeft")
        visitor.page.wait_for_url(f"**{PRICE}")


def test_a_search_is_typed_and_a_match_opened(browser: Any, address: str) -> None:
    with visiting(browser, address) as visitor:
        visitor.goto("/")
        visitor.page.keyboard.press("/")
        visitor.page.keyboard.type('egg "box included"')
        visitor.page.keyboard.press("Enter")
        visitor.page.wait_for_url("**/search?q=*")
        assert visitor.page.locator("mark").count() > 0
        visitor.page.get_by_role("link", name="Price list for the winter").first.click()
        assert "/item/" in visitor.page.url


def test_raw_bytes_are_shown_as_text_and_run_nothing(browser: Any, address: str) -> None:
    with visiting(browser, address) as visitor:
        visitor.goto("/change/lamproom-20260928T061203915Z")
        visitor.page.get_by_role("link", name="as received").click()
        assert "<html" in visitor.page.locator("body").inner_text()
        assert visitor.page.locator("article").count() == 0


def test_a_csv_is_downloaded(browser: Any, address: str) -> None:
    with visiting(browser, address, accept_downloads=True) as visitor:
        visitor.goto("/")
        with visitor.page.expect_download() as download:
            visitor.page.evaluate("location.href = '/data/item_changes.csv?_stream=on&_spreadsheet=1&_dl=1'")
        lines = download.value.path().read_text(encoding="utf-8").splitlines()
        assert lines[0].startswith("fetch_id,")
        assert len(lines) == 139


def test_the_moments_of_a_comparison_stand_in_the_address(browser: Any, address: str) -> None:
    with visiting(browser, address) as visitor:
        visitor.goto("/as-of")
        visitor.page.get_by_label("Source").select_option("lamproom")
        visitor.page.get_by_label("From").fill("2026-09-20")
        visitor.page.get_by_label("To").fill("2026-11-03")
        visitor.page.get_by_role("button", name="Show").click()
        visitor.page.wait_for_url("**/as-of/lamproom?from=2026-09-20&to=2026-11-03")


def test_everything_is_there_without_javascript(browser: Any, address: str) -> None:
    with visiting(browser, address, java_script_enabled=False) as visitor:
        for name in OURS:
            assert visitor.goto(PAGES[name]).status == 200, name
        visitor.goto("/")
        visitor.page.get_by_role("link", name="26 October 2026: 14 changes").click()
        assert visitor.page.locator(".entry").count() == 3


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_no_serious_fault(browser: Any, address: str, scheme: str) -> None:
    if not AXE.is_file():
        pytest.skip("axe-core is not under build/axe; .ci/run fetches it")
    with visiting(browser, address, scheme=scheme, bypass_csp=True) as visitor:
        found = {}
        for name in OURS:
            visitor.goto(PAGES[name])
            visitor.page.add_script_tag(content=AXE.read_text(encoding="utf-8"))
            result = visitor.page.evaluate("axe.run()")
            faults = [one for one in result["violations"] if one["impact"] in ("serious", "critical")]
            if faults:
                found[name] = [(one["id"], [node["html"][:160] for node in one["nodes"][:3]]) for one in faults]
        assert found == {}
