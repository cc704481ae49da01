"""The command `strandline`: reads arguments, calls the pipeline, prints sentences. Decides nothing; stages load when needed."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ingest.errors import StrandlineError

if TYPE_CHECKING:
    from ingest.pipeline.intake import Intake
    from ingest.pipeline.place import Place

GOOD, TROUBLE, WRONG = 0, 1, 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Paths:
    """The three files that every command works on; `given` names those that the person named."""

    sources: Path
    archive: Path
    db: Path
    given: frozenset[str]

    def place(self) -> Place:
        """The same for the pipeline."""
        from ingest.pipeline.place import Place

        return Place(sources=self.sources, archive=self.archive, db=self.db, sources_given="sources" in self.given)


class Sentences(click.Group):
    """A group whose foreseen errors are one line on standard error and exit status 2."""

    def invoke(self, ctx: click.Context) -> None:
        """Run the command; turn a StrandlineError, and what the file system refuses, into a sentence."""
        try:
            super().invoke(ctx)
            return
        except StrandlineError as error:
            click.echo(f"strandline: {error}", err=True)
        except BrokenPipeError:
            raise
        except OSError as error:
            click.echo(f"strandline: {error.filename or 'a file'}: {error.strerror}", err=True)
        ctx.exit(WRONG)


@click.group(cls=Sentences, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.option("--sources", default="sources.toml", show_default=True, type=click.Path(path_type=Path), help="What is watched.")
@click.option("--archive", default="archive.db", show_default=True, type=click.Path(path_type=Path), help="Everything received.")
@click.option("--db", default="data.db", show_default=True, type=click.Path(path_type=Path), help="The published history.")
@click.version_option(package_name="strandline", prog_name="strandline")
@click.pass_context
def main(ctx: click.Context, sources: Path, archive: Path, db: Path) -> None:
    """Watch blogs, feeds and people's tweets, and keep every version of everything seen.

    Exit status: 0 good, 1 some source failed or was held, 2 wrong usage or settings.
    """
    given = frozenset(name for name in ctx.params if ctx.get_parameter_source(name) is not click.core.ParameterSource.DEFAULT)
    ctx.obj = Paths(sources=sources, archive=archive, db=db, given=given)


def _moment(_ctx: click.Context, _option: click.Parameter, text: str | None) -> datetime | None:
    if text is None:
        return None
    try:
        moment = datetime.fromisoformat(text)
        return moment.astimezone(UTC) if moment.tzinfo else moment.replace(tzinfo=UTC)
    except (ValueError, OverflowError) as error:  # the latter: before the first year or after the last
        raise click.BadParameter(f"{text!r} is not an ISO 8601 time such as 2026-01-06T12:00:00Z") from error


@main.command()
@click.pass_obj
def start(paths: Paths) -> None:
    """Begin your own data: an empty archive and an empty database."""
    from ingest.pipeline.place import start as begin

    begin(paths.place())
    click.echo(
        f"{paths.archive} and {paths.db} are ready; `strandline fetch` or `make fetch` asks the sources in {paths.sources}."
    )


@main.command(name="import")
@click.argument("captures", metavar="PATH…", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--source", "source_id", metavar="ID", help="The source that a single file belongs to.")
@click.option(
    "--observed-at", metavar="T", callback=_moment, help="When a single file was received (ISO 8601; no zone means UTC)."
)
@click.option("--sample", is_flag=True, hidden=True, help="Mark a new database as the bundled sample.")
@click.pass_obj
def import_(paths: Paths, captures: tuple[Path, ...], source_id: str | None, observed_at: datetime | None, sample: bool) -> None:
    """Take in saved captures.

    Each PATH is a folder, or one file with --source and --observed-at.
    """
    from ingest.pipeline.intake import import_paths

    with _progress("captures") as progress:
        result = import_paths(
            paths.place(), captures, source_id=source_id, observed_at=observed_at, sample=sample, progress=progress
        )
    _say(result)


@main.command(name="import-git")
@click.argument("repo", type=click.Path(path_type=Path))
@click.argument("path")
@click.option("--source", "source_id", metavar="ID", required=True, help="The source that the file was scraped from.")
@click.pass_obj
def import_git(paths: Paths, repo: Path, path: str, source_id: str) -> None:
    """Take in every version of a file in a git repository.

    REPO is the repository, PATH the file in it that a scraper committed again and again.
    """
    from ingest.pipeline.intake import import_git as take_in

    with _progress("captures") as progress:
        result = take_in(paths.place(), repo, path, source_id=source_id, progress=progress)
    _say(result)


@main.command()
@click.argument("sources", metavar="[SOURCE…]", nargs=-1)
@click.pass_obj
def fetch(paths: Paths, sources: tuple[str, ...]) -> None:
    """Ask every source once, politely; or those named."""
    from ingest.pipeline.live import fetch as ask

    _end(ask(paths.place(), sources, tell=click.echo))


@main.command()
@click.pass_obj
def watch(paths: Paths) -> None:
    """Go on fetching, each source at its own pace, until stopped."""
    from ingest.pipeline.live import keep_watch

    keep_watch(paths.place(), tell=click.echo)


@main.command()
@click.argument("sources", metavar="[SOURCE…]", nargs=-1)
@click.pass_obj
def rebuild(paths: Paths, sources: tuple[str, ...]) -> None:
    """Derive data.db again from the archive, all or some sources."""
    from ingest.pipeline.rebuild import rebuild as derive_again

    with _progress("attempts") as progress:
        count = derive_again(paths.place(), sources, progress=progress)
    what = f"{', '.join(sources)} in {paths.db}" if sources else f"{paths.db}"
    click.echo(f"{what} derived again from {_count(count, 'attempt')}.")


@main.command()
@click.option("--json", "as_json", is_flag=True, help="For programs.")
@click.pass_obj
def status(paths: Paths, as_json: bool) -> None:
    """Show each source: last outcome, last change, age, trouble."""
    from ingest.pipeline.inspect import status as look

    rows = look(paths.place())
    if as_json:
        click.echo(json.dumps([row.as_json() for row in rows], ensure_ascii=False, indent=2))
    else:
        for line in _table(
            [row.as_cells(datetime.now(UTC)) for row in rows], ("source", "last fetch", "outcome", "last change", "note")
        ):
            click.echo(line)
    _end(tuple(row.source_id for row in rows if row.in_trouble))


@main.command()
@click.option("--quick", is_flag=True, help="Leave out the comparison with a rebuild.")
@click.pass_obj
def verify(paths: Paths, quick: bool) -> None:
    """Check the archive, and that data.db is what it gives.

    Hashes, references and integrity of both; then data.db is compared with a rebuild.
    """
    from ingest.pipeline.inspect import verify as check

    with _progress("attempts") as progress:
        problems = check(paths.place(), quick=quick, progress=progress)
    for problem in problems:
        click.echo(problem)
    click.echo(f"{_count(len(problems), 'problem')}." if problems else "All good.")
    sys.exit(TROUBLE if problems else GOOD)


@main.command()
@click.pass_obj
def repack(paths: Paths) -> None:
    """Make the archive smaller, in quiet hours.

    Bodies are packed more tightly than there is time for when they arrive, and read back as before.
    """
    from ingest.pipeline.repack import repack as tighten

    with _progress("bodies") as progress:
        spared = tighten(paths.place(), progress=progress)
    click.echo(f"{paths.archive} holds the same in {_count(spared, 'byte')} less.")


@main.command()
@click.argument("fetch_id", metavar="FETCH")
@click.option("--reason", default="", help="Why the held body is right after all; kept in the archive.")
@click.pass_obj
def release(paths: Paths, fetch_id: str, reason: str) -> None:
    """Accept a held capture: it is applied at its place in time.

    FETCH is its id: SELECT id, error FROM fetches WHERE outcome = 'held'.
    """
    from ingest.pipeline.rebuild import release as accept

    now = accept(paths.place(), fetch_id, reason)
    if now.outcome == "held":
        click.echo(f"{fetch_id} is released, but nothing in it can be applied: {now.error_kind}: {now.error}")
        sys.exit(TROUBLE)
    click.echo(f"{fetch_id} released: now {now.outcome}.")


# --- printing --------------------------------------------------------------------------------------------------------


Progress = Callable[[int, int], None]
"""Called with how many are done and how many there are."""


@contextmanager
def _progress(noun: str) -> Iterator[Progress]:
    """A bar on a terminal, nothing in a pipe."""
    if not sys.stderr.isatty():
        yield lambda _done, _total: None
        return
    with click.progressbar(length=1, label=noun, file=sys.stderr, show_pos=True) as bar:

        def show(done: int, total: int) -> None:
            bar.length = max(total, 1)
            bar.update(done - bar.pos)

        yield show


def _say(result: Intake) -> None:
    for line in (*result.passed_over, *result.refused):
        click.echo(f"strandline: {line}", err=True)
    taken, changes = _count(result.taken, "capture"), _count(result.changes, "change")
    click.echo(f"{taken} taken in, {result.known} known already; {changes}.")
    _end(result.trouble, wrong=bool(result.refused))


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _end(trouble: tuple[str, ...], *, wrong: bool = False) -> None:
    if trouble:
        click.echo(f"Trouble with: {', '.join(trouble)} (see `strandline status`).", err=True)
    sys.exit(WRONG if wrong else TROUBLE if trouble else GOOD)


def _table(rows: list[tuple[str, ...]], head: tuple[str, ...]) -> Iterator[str]:
    widths = [max(len(row[n]) for row in (head, *rows)) for n in range(len(head))]
    for row in (head, *rows):
        yield "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
