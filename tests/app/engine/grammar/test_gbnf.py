"""Grammars in llama.cpp's notation: what they allow, and one sentence for each that cannot be used."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.catalogue import sentence
from app.engine.grammar.gbnf import MOST_CHARACTERS, read_gbnf
from app.engine.grammar.matcher import Matcher
from app.errors import UserError

LIST = r"""
# a list of things, as somebody writes it
root  ::= item+
item  ::= "- " [^\r\n\x0b\x0c\x85\u2028\u2029]+ "\n"
"""
SUM = 'root ::= term ([-+*/] term)*\nterm ::= [0-9]{1,3} | "(" root ")"'
WORDS = 'root ::= (\n  "yes" | # agreed\n  "no"\n)'


def allows(grammar: str, text: str) -> bool:
    """Whether a whole text keeps to a grammar."""
    state = Matcher(read_gbnf(grammar)).start.walk(text)
    return state is not None and state.can_end


@pytest.mark.parametrize(
    ("grammar", "text", "fits"),
    [
        (LIST, "- ink\n- paper\n", True),
        (LIST, "- ink\n- paper", False),
        (LIST, "", False),
        (SUM, "12+(3*4)-999", True),
        (SUM, "1+(2", False),
        (SUM, "1000", False),
        (WORDS, "yes", True),
        (WORDS, "no", True),
        (WORDS, "yesno", False),
        ('root ::= "a"?', "", True),
        ('root ::= "a"{2}', "aa", True),
        ('root ::= "a"{2}', "aaa", False),
        ('root ::= "a"{2,}', "aaaa", True),
        ('root ::= "a"{0,2} "b"', "b", True),
        ('root ::= ("ab" | "c"){2,3}', "abcab", True),
        ('root ::= ("ab" | "c"){2,3}', "ab", False),
        (r'root ::= "\x41\u00e9\U0001F600\t"', "Aé😀\t", True),
        ("root ::= [^a-c] .", "d🙂", True),
        ("root ::= [^a-c] .", "b🙂", False),
        ("root ::= [a-c-]", "-", True),
        (r"root ::= [\]\\]", "]", True),
        ('root ::= ("a"*)* "b"', "aab", True),
        ('root ::= x x "b"\nx ::= y\ny ::= "a" |', "ab", True),
    ],
)
def test_a_grammar_allows_what_it_says(grammar: str, text: str, fits: bool) -> None:
    assert allows(grammar, text) is fits


@pytest.mark.parametrize(
    ("grammar", "code", "words"),
    [
        ("greeting ::= 'hi'", "grammar_syntax", "line 1"),
        ('root ::= "a"\nroot = "b"', "grammar_syntax", "line 2"),
        ('root ::= "a"{3,2}', "grammar_syntax", "line 1"),
        (r'root ::= "\q"', "grammar_syntax", r"\q"),
        (r'root ::= "\U00110000"', "grammar_syntax", "line 1"),
        ("root ::= *", "grammar_syntax", "*"),
        ("root ::= <think>", "grammar_syntax", "<think>"),
        ('root ::= "a" )', "grammar_syntax", ")"),
        ('root ::= "a', "grammar_syntax_end", "line 1"),
        ("root ::= [a-", "grammar_syntax_end", "line 1"),
        ('root ::= "a" [z-a]', "grammar_range", "“z-a” (line 1, column 15)"),
        ("root ::= (\n [^0-9b-a])", "grammar_range", "“b-a” (line 2, column 7)"),
        (r"root ::= [\x7a-\x61]", "grammar_range", r"“\x7a-\x61”"),
        ('root ::= "a"\n  []', "grammar_syntax", "line 2"),
        ('root ::= "a" []', "grammar_nothing_fits", "“[]” of the grammar (line 1, column 14)"),
        (r"root ::= [^\x00-\U0010FFFF]", "grammar_nothing_fits", "line 1, column 10"),
        ('root ::= "a"\n\nroot ::= "b"', "grammar_rule_twice", "“root” is: in line 1 and in line 3"),
        ('root ::= x\nx ::= "a"\nx ::= "b"', "grammar_rule_twice", "“x” is: in line 2 and in line 3"),
        ('root ::= ("a"\n', "grammar_syntax_end", "line 2"),
        ('start ::= "a"', "grammar_no_root", "root"),
        ("", "grammar_no_root", "root"),
        ("root ::= word", "grammar_rule_missing", "word"),
        ('root ::= root "+" root | "1"', "grammar_left_recursion", "root"),
        ('root ::= empty root "x" | "y"\nempty ::= hollow\nhollow ::= ""', "grammar_left_recursion", "root"),
        ('root ::= "a"{999999}', "grammar_too_large", "too large"),
        ('root ::= "a"{99999999999999999999999}', "grammar_too_large", "too large"),
        ('root ::= "a"{60000} "b"{60000}', "grammar_too_large", "too large"),
        ("root ::= " + "(" * 5_000, "grammar_too_deep", "100"),
        ("#" * (MOST_CHARACTERS + 1), "grammar_too_large", "too large"),
    ],
)
def test_what_cannot_be_used_is_refused_in_one_sentence(grammar: str, code: str, words: str) -> None:
    with pytest.raises(UserError) as refusal:
        read_gbnf(grammar)
    assert refusal.value.notice.code == code
    assert words in sentence(refusal.value.notice)


@pytest.mark.parametrize(
    "grammar",
    [
        'root ::= "a" root "b" | "a" root "c" | ""',
        "root ::= "
        + "".join(f'"a" x{n} |' for n in range(3_000))
        + '"b"\n'
        + "".join(f'x{n} ::= "b"\n' for n in range(3_000)),
        "root ::= x0\n" + "".join(f'x{n} ::= x{n + 1} "y" | x{n + 1} "z"\n' for n in range(40)) + 'x40 ::= "a"',
    ],
)
def test_a_grammar_of_endless_readings_ends_with_a_sentence_and_not_with_the_memory(grammar: str) -> None:
    with pytest.raises(UserError) as refusal:
        Matcher(read_gbnf(grammar)).start.walk("a" * 200)
    assert refusal.value.notice.code == "grammar_too_ambiguous"


_PIECES = (
    "root",
    "x",
    " ::= ",
    '"a"',
    "[^a-z",
    "]",
    "(",
    ")",
    "|",
    "*",
    "+",
    "?",
    "{2",
    ",",
    "3}",
    ".",
    "\n",
    "\\",
    "#",
    '"',
)


@settings(max_examples=300)
@given(st.lists(st.sampled_from(_PIECES), max_size=30) | st.lists(st.text(max_size=2), max_size=12))
def test_whatever_comes_as_a_grammar_is_read_or_refused(pieces: list[str]) -> None:
    try:
        Matcher(read_gbnf("root ::= " + "".join(pieces))).start.walk("aaab")
    except UserError as error:
        sentence(error.notice)  # there is one for each
