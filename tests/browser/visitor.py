"""A tab in which nothing may go wrong: it notes errors, warnings, refusals, dialogs and requests that leave the machine."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any


@dataclass  # without slots: playwright keeps things of its own in an object whose methods it calls
class Visitor:
    """A tab, and what went wrong in it."""

    page: Any
    base: str
    wrong: list[str] = field(default_factory=list)

    def goto(self, path: str) -> Any:
        return self.page.goto(self.base + path)

    def on_console(self, message: Any) -> None:
        if message.type in ("error", "warning"):
            self.wrong.append(f"{self.page.url}: {message.text}")

    def on_request(self, request: Any) -> None:
        if not request.url.startswith((self.base, "data:")):
            self.wrong.append(f"{self.page.url} asked for {request.url}")

    def on_response(self, response: Any) -> None:
        if response.status >= 400:
            self.wrong.append(f"{response.status} {response.url}")

    def on_dialog(self, dialog: Any) -> None:
        self.wrong.append(f"{self.page.url} opened a dialog: {dialog.message}")
        dialog.dismiss()


@contextmanager
def visiting(browser: Any, address: str, *, width: int = 1280, scheme: str = "light", **options: Any) -> Iterator[Visitor]:
    """A visitor of the site at `address`; at the end nothing may have gone wrong."""
    context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme, **options)
    context.set_default_timeout(15_000)
    visitor = Visitor(context.new_page(), address)
    visitor.page.on("console", visitor.on_console)
    visitor.page.on("pageerror", lambda error: visitor.wrong.append(str(error)))
    visitor.page.on("request", visitor.on_request)
    visitor.page.on("response", visitor.on_response)
    visitor.page.on("dialog", visitor.on_dialog)
    try:
        yield visitor
    finally:
        context.close()
    assert visitor.wrong == []
