"""The archive is packed more tightly, and nothing else follows from it."""

from tests.pipeline.command import Workplace, feed


def test_repacking_says_what_it_spares_and_changes_nothing_that_can_be_read(place: Workplace) -> None:
    folder = place.captures("quay", "feed")
    for day in range(10, 30):
        items = [(f"g{number}", f"{number} boats, {number * number * day} oars") for number in range(day + 40, day, -1)]
        (folder / f"202601{day}T120000Z.xml").write_text(feed(*items))
    place.run("import", place.folder / "captures")
    before = (place.folder / "archive.db").stat().st_size
    said = place.run("repack").output
    assert "archive.db holds the same in" in said
    assert "holds the same in 0 bytes" not in said
    assert (place.folder / "archive.db").stat().st_size <= before
    assert "All good." in place.run("verify").output
    assert "holds the same in 0 bytes" in place.run("repack").output


def test_without_an_archive_there_is_nothing_to_repack(place: Workplace) -> None:
    assert "no such file" in place.run("repack", expect=2).output
