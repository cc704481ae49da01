"""Generated HTML: well-nested bodies as feeds carry them, and wild markup as attackers write it."""

from __future__ import annotations

from hypothesis import strategies as st

WORDS = st.text(alphabet="abcdé 12&<>\u00a0\u200b\n'\"", min_size=1, max_size=12)
ESCAPED = WORDS.map(lambda text: text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;"))
QUOTED = ESCAPED.map(lambda text: text.replace('"', ""))
ADDRESSES = st.sampled_from(
    [
        "https://h.example/a",
        "https://h.example/a?id=1&amp;utm_source=x",
        "https://h.example/a.png?v=1",
        "/b?sig=abc&amp;w=2",
        "#part",
        "mailto:a@b.example",
    ]
)
ATTRIBUTES = st.lists(
    st.one_of(
        st.tuples(st.sampled_from(["href", "src", "cite"]), ADDRESSES),
        st.tuples(st.sampled_from(["alt", "title", "class", "loading", "srcset", "data-x", "width"]), QUOTED),
    ),
    max_size=4,
    unique_by=lambda pair: pair[0],
)


def element(name: str, attributes: list[tuple[str, str]], content: str) -> str:
    written = "".join(f' {key}="{value}"' for key, value in attributes)
    return f"<{name}{written}>" if name in ("img", "br", "hr") else f"<{name}{written}>{content}</{name}>"


IMAGES_AND_BREAKS = st.builds(element, st.sampled_from(["img", "br"]), ATTRIBUTES, st.just(""))
INLINE_NAMES = st.sampled_from(["b", "em", "code", "span"])
INLINE = st.recursive(
    ESCAPED | IMAGES_AND_BREAKS,
    lambda inner: st.builds(element, INLINE_NAMES, ATTRIBUTES, st.lists(inner, max_size=3).map("".join)),
    max_leaves=8,
)
PHRASES = st.lists(INLINE, max_size=4).map("".join)
LIST_ITEMS = st.lists(PHRASES.map(lambda text: f"<li>{text}</li>"), max_size=3).map("".join)
BLOCK = st.one_of(
    st.builds(element, st.sampled_from(["p", "h2", "pre", "blockquote", "div", "figure", "section"]), ATTRIBUTES, PHRASES),
    st.builds(element, st.just("ul"), ATTRIBUTES, LIST_ITEMS),
    PHRASES.map(lambda text: f"<table><tr><td>{text}</td><td>{text}</td></tr></table>"),
    st.just("<!-- comment -->"),
    PHRASES,
)
BODIES = st.lists(BLOCK, max_size=5).map("\n".join)

_PIECES = r"""
< > ' " text &lt; &#0; &#x1f; <p> </p> <p/=x> <b> </b> <a> <a/href= javascript:x <button> <form> </form> <select> <table> <td>
<script> </script> <style> <svg/onload=x> <math> <noscript> <template> <iframe/src=x> </iframe> <img/src=x/onerror=y> <plaintext>
<!-- --> <![CDATA[ ]]>
"""
WILD = st.lists(st.sampled_from([*_PIECES.split(), " ", "\n", "\x00", "\ud83d"]), max_size=14).map("".join)
