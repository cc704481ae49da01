"""Made-up sites that live for a while and are looked at: what they list each time, and how each look ends."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import Literal

from hypothesis import strategies as st

FIRST_DAY = datetime(2026, 1, 1, tzinfo=UTC)
FIRST_LOOK = datetime(2026, 3, 1, 6, tzinfo=UTC)

Answer = Literal["whole", "cut", "part", "not_modified", "failed", "challenge"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A post as its site shows it."""

    name: str  # its guid, the last part of its address, or its status id
    link: str
    title: str
    text: str
    published: datetime | None
    revised: datetime | None
    likes: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Shot:
    """One look at a site: what it listed, in order, and how the answer came out.

    `build` is a part of the document that is no post's; `age` is what the answer says of itself in hours.
    """

    at: datetime
    answer: Answer
    entries: tuple[Entry, ...]
    build: int = 0
    age: int | None = None

    @property
    def origin(self) -> datetime | None:
        """When the answer was true, by its own word."""
        return None if self.age is None else self.at - timedelta(hours=self.age)


@dataclass(frozen=True, slots=True, kw_only=True)
class Manner:
    """How a site is all its life."""

    dated: bool
    newest_first: bool
    posts: int  # at the first look
    size: int  # of its listing


@dataclass(slots=True)
class Site:
    """A site that is written, edited and thinned out. Acts name a post by how far it is from the newest."""

    manner: Manner
    size: int
    posts: list[Entry] = field(default_factory=list)
    hidden: set[int] = field(default_factory=set)

    def publish(self, _back: int = 0) -> None:
        number = len(self.posts)
        day = FIRST_DAY + timedelta(days=number) if self.manner.dated else None
        title, text = f"Post {number}", f"Words of post {number}."
        self.posts.append(Entry(name=f"p{number}", link=f"p{number}", title=title, text=text, published=day, revised=day))

    def retitle(self, back: int) -> None:
        self._edit(back, lambda post: replace(post, title=f"{post.title} again"))

    def rewrite(self, back: int) -> None:
        self._edit(back, lambda post: replace(post, text=f"{post.text} And more.", revised=_later(post.revised)))

    def redate(self, back: int) -> None:
        self._edit(back, lambda post: replace(post, published=_later(post.published)))

    def rename(self, back: int) -> None:
        """Another name, or the first one again."""
        self._edit(back, lambda post: replace(post, name=post.link if post.name != post.link else f"{post.link}x"))

    def like(self, back: int) -> None:
        self._edit(back, lambda post: replace(post, likes=post.likes + 1))

    def hide(self, back: int) -> None:
        self.hidden.add(self._place(back))

    def show(self, back: int) -> None:
        self.hidden.discard(self._place(back))

    def resize(self, size: int) -> None:
        self.size = size + 1

    def listing(self) -> tuple[Entry, ...]:
        numbered = [(number, post) for number, post in enumerate(self.posts) if number not in self.hidden]
        shown = [post for _, post in reversed(numbered)][: self.size]
        return tuple(shown if self.manner.newest_first else reversed(shown))

    def _edit(self, back: int, edit: Callable[[Entry], Entry]) -> None:
        place = self._place(back)
        self.posts[place] = edit(self.posts[place])

    def _place(self, back: int) -> int:
        return len(self.posts) - 1 - back % len(self.posts)


def _later(moment: datetime | None) -> datetime | None:
    return None if moment is None else moment + timedelta(minutes=1)


# --- strategies ------------------------------------------------------------------------------------------------------

ACTS: tuple[Callable[[Site, int], None], ...] = (
    Site.publish, Site.publish, Site.publish, Site.retitle, Site.rewrite, Site.redate, Site.rename, Site.like,
    Site.hide, Site.hide, Site.show, Site.resize,
)  # fmt: skip

_MANNERS = st.builds(
    Manner,
    dated=st.sampled_from((True, True, False)),
    newest_first=st.sampled_from((True, True, False)),
    posts=st.sampled_from((1, 3, 5, 9, 12)),
    size=st.sampled_from((2, 4, 9, 20)),
)

_STEPS = st.tuples(
    st.lists(st.tuples(st.sampled_from(ACTS), st.integers(0, 5)), max_size=3),
    st.sampled_from(("whole",) * 8 + ("cut", "part", "not_modified", "not_modified", "failed", "challenge")),
    st.sampled_from((1, 7, 13)),
    st.integers(0, 1),
    st.sampled_from((None, None, None, 0, 20)),
)


@st.composite
def histories(draw: st.DrawFn, *, always_dated: bool = False) -> tuple[Shot, ...]:
    """The looks at one site, in the order of time."""
    manner = draw(_MANNERS)
    manner = replace(manner, dated=manner.dated or always_dated)
    site = Site(manner=manner, size=manner.size)
    for _ in range(manner.posts):
        site.publish()
    at, shots = FIRST_LOOK, []
    for acts, answer, hours, build, age in draw(st.lists(_STEPS, min_size=2, max_size=9)):
        for act, back in acts:
            act(site, back)
        at += timedelta(hours=hours)
        shots.append(Shot(at=at, answer=answer, entries=site.listing(), build=build, age=age))
    return tuple(shots)
