"""What a visitor does, in headless Chromium: looks, follows, searches, reads, downloads. Nothing may go wrong on the way."""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser.named import OURS, PAGES, PRICE
from tests.browser.visitor import visiting
from web.serve import ROOT

LOOKED_AT = (
    *("home", "changes", "change", "change-of-tweets", "held", "source", "item", "tweet", "profile", "between", "search"),
    *("export", "database", "table"),
)
SCREENSHOTS = ROOT / "build" / "screenshots"


@pytest.mark.parametrize("width", [1280, 390])
def test_pages_fit_the_screen_and_are_kept_as_pictures_by_day_and_by_night(browser: Any, address: str, width: int) -> None:
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    with visiting(browser, address, width=width) as visitor:
        for name in LOOKED_AT:
            visitor.goto(PAGES[name])
            if name in OURS:
                assert visitor.page.evaluate("document.documentElement.scrollWidth") <= width, name
            for scheme in ("light", "dark"):
                visitor.page.emulate_media(color_scheme=scheme)
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
        visitor.page.wait_for_url("**/change/tidewright-20261009*")
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
