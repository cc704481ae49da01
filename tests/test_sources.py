"""sources.toml: what it may say, what each mistake is told, and how a source travels as JSON."""

from __future__ import annotations

from dataclasses import fields, replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.errors import ConfigError
from ingest.model import Source
from ingest.parse.blog.custom_selectors import KEYS
from ingest.sources import SELECTORS, Settings, filled_headers, load_sources, settings_json, source_from_json, source_json

WHOLE = """
[defaults]
contact = "someone@example.org"
host_gap = 2.5
every = "6h"
headers = { Accept-Language = "en", X-Key = "$KEY" }
selectors = { title = "h2" }

[[source]]
id = "field-notes"
kind = "blog"
url = "https://notes.example/"
title = "Field notes"
home_url = "https://notes.example/about"
every = 90
listing = "full"
pages = 3
min_items = 5
canary = "Field notes"
max_shrink = 0.25
max_bytes = 1000000
selectors = { item = "article" }
headers = { X-Key = "none" }
allow_private = true
enabled = false

[[source]]
id = "tide-2"
kind = "feed"
url = "http://[::1]:8080/feed.xml?x=1"
"""
ENTRY = '[[source]]\nid = "a"\nkind = "feed"\nurl = "https://a.example/feed"\n'


def read(tmp_path: Path, text: str) -> Settings:
    path = tmp_path / "sources.toml"
    path.write_text(text, encoding="utf-8")
    return load_sources(path)


def refusal(tmp_path: Path, text: str) -> str:
    with pytest.raises(ConfigError) as caught:
        read(tmp_path, text)
    message = str(caught.value)
    assert "\n" not in message
    assert message.startswith(f"{tmp_path / 'sources.toml'}: ")
    return message.removeprefix(f"{tmp_path / 'sources.toml'}: ")


class TestLoading:
    def test_every_key_is_read(self, tmp_path: Path) -> None:
        settings = read(tmp_path, WHOLE)
        assert (settings.contact, settings.host_gap) == ("someone@example.org", 2.5)
        assert settings.by_id()["field-notes"] == Source(
            id="field-notes",
            kind="blog",
            url="https://notes.example/",
            title="Field notes",
            home_url="https://notes.example/about",
            every=90.0,
            listing="full",
            pages=3,
            min_items=5,
            canary="Field notes",
            max_shrink=0.25,
            max_bytes=1_000_000,
            selectors={"title": "h2", "item": "article"},
            headers={"Accept-Language": "en", "X-Key": "none"},
            allow_private=True,
            enabled=False,
        )

    def test_defaults_hold_where_a_source_says_nothing(self, tmp_path: Path) -> None:
        source = read(tmp_path, WHOLE).sources[1]
        assert (source.every, source.headers, source.selectors) == (
            21_600.0,
            {"Accept-Language": "en", "X-Key": "$KEY"},
            {"title": "h2"},
        )

    def test_without_defaults_the_model_s_own_hold(self, tmp_path: Path) -> None:
        settings = read(tmp_path, ENTRY)
        assert settings.sources == (Source(id="a", kind="feed", url="https://a.example/feed"),)
        assert (settings.contact, settings.host_gap) == (None, 1.0)

    def test_sources_keep_the_order_of_the_file(self, tmp_path: Path) -> None:
        settings = read(tmp_path, ENTRY.replace('"a"', '"z"') + ENTRY)
        assert [source.id for source in settings.sources] == ["z", "a"]

    def test_a_file_without_sources_watches_nothing(self, tmp_path: Path) -> None:
        assert read(tmp_path, "").sources == ()

    def test_a_byte_order_mark_is_no_mistake(self, tmp_path: Path) -> None:
        assert len(read(tmp_path, "\ufeff" + ENTRY).sources) == 1

    @pytest.mark.parametrize(
        ("written", "seconds"),
        [
            ("900", 900),
            ("0.5", 0.5),
            ("'15m'", 900),
            ("'6h'", 21_600),
            ("'1d'", 86_400),
            ("' 1.5 h '", 5400),
            ("'30s'", 30),
            ("'1w'", 604_800),
        ],
    )
    def test_a_pace_is_a_number_of_seconds_or_a_duration(self, tmp_path: Path, written: str, seconds: float) -> None:
        assert read(tmp_path, f"{ENTRY}every = {written}").sources[0].every == seconds

    def test_every_field_of_a_source_can_be_written(self) -> None:
        assert all(f"\n{field.name} = " in WHOLE for field in fields(Source))


class TestMistakes:
    def test_a_missing_file(self, tmp_path: Path) -> None:
        with pytest.raises(ConfigError, match=r"sources\.toml: no such file"):
            load_sources(tmp_path / "sources.toml")

    def test_a_folder_in_place_of_the_file(self, tmp_path: Path) -> None:
        with pytest.raises(ConfigError, match="cannot be read"):
            load_sources(tmp_path)

    def test_bytes_that_are_no_text(self, tmp_path: Path) -> None:
        (tmp_path / "sources.toml").write_bytes(b"# caf\xe9")
        with pytest.raises(ConfigError, match=r"is not UTF-8 text \(byte 5\)"):
            load_sources(tmp_path / "sources.toml")

    def test_text_that_is_no_toml(self, tmp_path: Path) -> None:
        assert refusal(tmp_path, "[[source]]\nid = ").startswith("is not TOML: ")

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            ("[[sources]]\n", "unknown key `sources`; did you mean `source`?"),
            ("[default]\n", "unknown key `default`; did you mean `defaults`?"),
            ("[zzz]\n", "unknown key `zzz`; known keys: defaults, source"),
            (ENTRY + "listings = 'full'", 'source "a": unknown key `listings`; did you mean `listing`?'),
            ("[defaults]\nhostgap = 1", "[defaults]: unknown key `hostgap`; did you mean `host_gap`?"),
            (ENTRY + "contact = 'x'", 'source "a": unknown key `contact`; known keys: '),
        ],
    )
    def test_an_unknown_key_is_named_with_the_nearest_known_one(self, tmp_path: Path, text: str, message: str) -> None:
        assert refusal(tmp_path, text).startswith(message)

    @pytest.mark.parametrize("key", ["id", "url", "title", "home_url"])
    def test_what_belongs_to_one_source_is_no_default(self, tmp_path: Path, key: str) -> None:
        assert refusal(tmp_path, f"[defaults]\n{key} = 'https://a.example/'").startswith(f"[defaults]: unknown key `{key}`")

    @pytest.mark.parametrize("key", ["id", "kind", "url"])
    def test_a_missing_key_is_named(self, tmp_path: Path, key: str) -> None:
        text = "\n".join(line for line in ENTRY.splitlines() if not line.startswith(key))
        where = "source number 1" if key == "id" else 'source "a"'
        assert refusal(tmp_path, text) == f"{where}: `{key}` is missing"

    def test_one_pair_of_brackets_too_few(self, tmp_path: Path) -> None:
        assert (
            refusal(tmp_path, "[source]\nid = 'a'") == "`source` must be a list of tables; write [[source]] with double brackets"
        )

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            (f"a = {'[' * 100_000}", "is nested too deeply to be read"),
            (f"a = {'1' * 5000}", "is not TOML: "),
        ],
        ids=["nested", "digits"],
    )
    def test_what_no_reader_of_toml_gets_through(self, tmp_path: Path, text: str, message: str) -> None:
        assert refusal(tmp_path, text).startswith(message)

    def test_a_contact_of_two_lines_could_not_be_sent(self, tmp_path: Path) -> None:
        message = "[defaults]: `contact` must be one line without control characters: it goes into a header"
        assert refusal(tmp_path, '[defaults]\ncontact = "a\\nb"') == message

    @pytest.mark.parametrize("text", ["source = ['a']", "defaults = 3"])
    def test_a_value_in_place_of_a_table(self, tmp_path: Path, text: str) -> None:
        assert "must be a table of keys and values" in refusal(tmp_path, text)

    def test_an_id_given_twice(self, tmp_path: Path) -> None:
        assert refusal(tmp_path, ENTRY + ENTRY) == 'two sources have the id "a"; ids are unique'

    @pytest.mark.parametrize("bad", ["", "A", "a b", "a_b", "-a", "a/b", "ä", "../a"])
    def test_an_id_that_could_not_be_part_of_a_path_or_url(self, tmp_path: Path, bad: str) -> None:
        message = refusal(tmp_path, ENTRY.replace('"a"', f'"{bad}"'))
        assert message == f'source "{bad}": `id` must be made of lower case letters, digits and hyphens (not {bad!r})'

    @pytest.mark.parametrize(
        ("url", "message"),
        [
            ("ftp://a.example/", "must be a whole http or https URL"),
            ("file:///etc/passwd", "must be a whole http or https URL"),
            ("//a.example/feed", "must be a whole http or https URL"),
            ("a.example/feed", "must be a whole http or https URL"),
            ("https:///feed", "must be a whole http or https URL"),
            ("https://[::1/feed", "is not a URL"),
            ("https://a.example:99999/", "is not a URL"),
            ("https://me:secret@a.example/", "must not carry a user name or password"),
            ("https://a.example/a b", "must not contain spaces or control characters"),
            ("https://a.example/\\u0007", "must not contain spaces or control characters"),
            ("  ", "must be a text that is not empty"),
        ],
    )
    @pytest.mark.parametrize("key", ["url", "home_url"])
    def test_a_url_that_cannot_be_asked_or_shown(self, tmp_path: Path, key: str, url: str, message: str) -> None:
        text = ENTRY.replace("https://a.example/feed", url) if key == "url" else f'{ENTRY}home_url = "{url}"'
        said = refusal(tmp_path, text)
        assert said.startswith(f'source "a": `{key}` {message}')
        assert "secret" not in said

    @pytest.mark.parametrize(
        ("line", "message"),
        [
            ("kind = 'feeds'", "`kind` must be 'blog' or 'feed' or 'tweets' (not 'feeds'); did you mean 'feed'?"),
            ("kind = 3", "`kind` must be 'blog' or 'feed' or 'tweets' (not 3)"),
            ("listing = 'all'", "`listing` must be 'window' or 'full' (not 'all')"),
            ("listing = 'ful'", "`listing` must be 'window' or 'full' (not 'ful'); did you mean 'full'?"),
            ("every = 'often'", "`every` must be a number of seconds or a text like '15m', '6h', '1d' (not 'often')"),
            ("every = true", "`every` must be a number of seconds or a text like"),
            ("every = 0", "`every` must be more than zero"),
            ("every = -5", "`every` must be more than zero"),
            ("every = inf", "`every` must be more than zero"),
            ("every = nan", "`every` must be more than zero"),
            ("every = '99999999999d'", "`every` must be more than zero and at most a year (not '99999999999d')"),
            (f"every = 1{'0' * 400}", "`every` must be more than zero and at most a year"),
            ("every = '0m'", "`every` must be more than zero"),
            ("max_shrink = 1.5", "`max_shrink` must be a number from 0 to 1 (not 1.5)"),
            ("max_shrink = nan", "`max_shrink` must be a number from 0 to 1 (not nan)"),
            ("max_shrink = '50%'", "`max_shrink` must be a number from 0 to 1 (not '50%')"),
            ("pages = 0", "`pages` must be a whole number from 1 to 1000 (not 0)"),
            ("pages = 1.5", "`pages` must be a whole number from 1 to 1000 (not 1.5)"),
            ("pages = true", "`pages` must be a whole number from 1 to 1000 (not True)"),
            ("min_items = -1", "`min_items` must be a whole number from 0 to 1000000 (not -1)"),
            ("max_bytes = 2000000000", "`max_bytes` must be a whole number from 1 to 1000000000 (not 2000000000)"),
            ("canary = ''", "`canary` must be a text that is not empty"),
            ("title = 3", "`title` must be a text that is not empty"),
            ("allow_private = 'yes'", "`allow_private` must be true or false (not 'yes')"),
            ("enabled = 1", "`enabled` must be true or false (not 1)"),
            ("selectors = 'h2'", "`selectors` must be a table whose values are texts"),
            ("selectors = { title = 2 }", "`selectors` must be a table whose values are texts"),
            ("selectors = { titel = 'h2' }", "`selectors` has an unknown key `titel`; known keys: item, title"),
            ("headers = { 'a b' = 'x' }", "`headers` names 'a b', which is not a header name"),
            ("headers = { Cookie = 'x' }", "`headers` names Cookie, which the fetcher sets itself"),
            ("headers = { if-none-match = 'x' }", "`headers` names if-none-match, which the fetcher sets itself"),
            ('headers = { X = "a\\nb" }', "`headers` has a value for X that cannot be sent"),
            ("headers = { X = '5 $' }", "`headers` has a value for X that cannot be sent"),
        ],
    )
    def test_a_wrong_value_is_told_what_it_must_be(self, tmp_path: Path, line: str, message: str) -> None:
        text = ENTRY.replace('kind = "feed"', line) if line.startswith("kind") else ENTRY + line
        assert refusal(tmp_path, text).startswith(f'source "a": {message}')

    @pytest.mark.parametrize("value", ["-1", "4000", "'slow'"])
    def test_a_wrong_gap_between_requests(self, tmp_path: Path, value: str) -> None:
        assert refusal(tmp_path, f"[defaults]\nhost_gap = {value}").startswith(
            "[defaults]: `host_gap` must be a number from 0 to 3600"
        )

    def test_a_value_of_a_header_is_never_repeated(self, tmp_path: Path) -> None:
        assert "hunter2" not in refusal(tmp_path, ENTRY + "headers = { Authorization = 'hunter2 $' }")


class TestHeaders:
    SOURCE = Source(id="a", kind="feed", url="https://a.example/", headers={"Authorization": "Bearer ${TOKEN}", "X": "$$5 $A"})

    def test_variables_are_filled_in_from_the_environment(self) -> None:
        assert filled_headers(self.SOURCE, {"TOKEN": "t", "A": "b"}) == {"Authorization": "Bearer t", "X": "$5 b"}

    def test_a_variable_that_is_not_set_is_named(self) -> None:
        with pytest.raises(
            ConfigError, match='source "a": header Authorization needs the environment variable TOKEN, which is not set'
        ):
            filled_headers(self.SOURCE, {"A": "b"})

    def test_a_variable_cannot_smuggle_in_another_header(self) -> None:
        with pytest.raises(ConfigError, match="control character") as caught:
            filled_headers(self.SOURCE, {"TOKEN": "secret\r\nCookie: x", "A": "b"})
        assert "secret" not in str(caught.value)


texts = st.text(min_size=1, max_size=20)
sources = st.builds(
    Source,
    id=st.from_regex(r"[a-z0-9][a-z0-9-]{0,10}", fullmatch=True),
    kind=st.sampled_from(["blog", "feed", "tweets"]),
    url=texts,
    title=st.none() | texts,
    every=st.none() | st.floats(1, 1e6),
    listing=st.sampled_from(["window", "full"]),
    max_shrink=st.floats(0, 1),
    min_items=st.none() | st.integers(0, 100),
    selectors=st.dictionaries(st.sampled_from(SELECTORS), texts, max_size=3),
)


def test_the_selectors_that_may_be_set_are_those_that_are_read() -> None:
    assert SELECTORS == KEYS


class TestJSON:
    @given(source=sources)
    def test_a_source_comes_back_from_its_json(self, source: Source) -> None:
        assert source_from_json(source_json(source)) == source

    def test_headers_are_left_out_as_they_may_hold_a_secret(self) -> None:
        source = replace(TestHeaders.SOURCE, headers={"Authorization": "literal-secret"})
        assert "secret" not in source_json(source) + settings_json(source)

    @given(source=sources)
    def test_equal_sources_have_equal_json_whatever_the_order_of_their_tables(self, source: Source) -> None:
        turned = replace(source, selectors=dict(reversed(list(source.selectors.items()))))
        assert source_json(turned) == source_json(source)
        assert settings_json(turned) == settings_json(source)

    @pytest.mark.parametrize(
        "change",
        [
            {"kind": "blog"},
            {"url": "https://b.example/"},
            {"title": "B"},
            {"home_url": "https://b.example/"},
            {"listing": "full"},
            {"min_items": 1},
            {"canary": "b"},
            {"max_shrink": 0.1},
            {"selectors": {"title": "h1"}},
        ],
        ids=lambda change: next(iter(change)),
    )
    def test_what_influences_the_derivation_changes_the_settings(self, change: dict[str, object]) -> None:
        source = Source(id="a", kind="feed", url="https://a.example/")
        assert settings_json(replace(source, **change)) != settings_json(source)  # type: ignore[arg-type]

    def test_the_pace_and_the_like_do_not(self) -> None:
        source = Source(id="a", kind="feed", url="https://a.example/")
        other = replace(source, every=60.0, headers={"X": "1"}, max_bytes=5, allow_private=True, enabled=False, pages=2)
        assert settings_json(other) == settings_json(source)

    def test_a_key_of_a_later_version_is_left_out(self) -> None:
        assert source_from_json('{"id":"a","kind":"feed","url":"https://a.example/","mood":"calm"}').id == "a"
