"""Chat templates, friendly and hostile, in the real child process."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.catalogue import sentence
from app.engine.chat_template import ChatTemplate, fold_system
from app.engine.types import Message
from app.errors import UserError
from tests.support import tiny_models

if TYPE_CHECKING:
    from collections.abc import Iterator

SYSTEM = Message("system", "Answer in Dutch.")
USER = Message("user", "Hello <b>you</b>")
TURNS = (SYSTEM, USER, Message("assistant", "Hallo"), Message("user", "And now?"))

IGNORES_SYSTEM = (
    "{{ bos_token }}{% for message in messages %}{% if message.role != 'system' %}"
    "[{{ message.role }}] {{ message.content | trim }}{{ eos_token }}{% endif %}{% endfor %}"
)
TYPED = (
    "{% for message in messages %}{{ message.role }}:{% for part in message.content %}"
    "{% if part.type == 'text' %}{{ part.text }}{% endif %}{% endfor %};{% endfor %}"
)
BLOCKS = """\
{%- for message in messages %}
    {%- if message.role == 'assistant' %}
        {%- continue %}
    {%- endif %}
    {% generation %}
    {{- message.role }}={{ message | tojson }}
    {% endgeneration %}
{%- endfor %}
{% if tools is not none %}tools{% endif %}
"""


def _render(source: str | None, *messages: Message, bos: str = "<s>", eos: str = "</s>") -> str:
    with closing(ChatTemplate(source, bos, eos)) as template:
        return template.render(messages)


def _refused(source: str, *messages: Message) -> UserError:
    with pytest.raises(UserError) as caught:
        _render(source, *(messages or (USER,)))
    return caught.value


@pytest.fixture(scope="module")
def chatml() -> Iterator[ChatTemplate]:
    with closing(ChatTemplate(tiny_models.CHATML, "<s>", "</s>")) as template:
        yield template


def test_writes_a_conversation_out(chatml: ChatTemplate) -> None:
    assert chatml.render(TURNS) == (
        "<|im_start|>system\nAnswer in Dutch.<|im_end|>\n"
        "<|im_start|>user\nHello <b>you</b><|im_end|>\n"
        "<|im_start|>assistant\nHallo<|im_end|>\n"
        "<|im_start|>user\nAnd now?<|im_end|>\n"
        "<|im_start|>assistant\n"
    )
    assert chatml.render([USER], add_generation_prompt=False).endswith("<|im_end|>\n")
    assert chatml.notice is None
    assert chatml.stops == ()


@settings(max_examples=50)
@given(content=st.text())
def test_passes_any_text_through(chatml: ChatTemplate, content: str) -> None:
    assert f"user\n{content}<|im_end|>" in chatml.render([Message("user", content)])


def test_a_refused_system_turn_moves_into_the_first_user_turn() -> None:
    text = _render(tiny_models.REFUSES_SYSTEM, *TURNS)
    assert text.startswith("<|im_start|>user\nAnswer in Dutch.\n\nHello <b>you</b><|im_end|>\n")
    assert text.count("Answer in Dutch.") == 1


def test_a_system_turn_left_out_in_silence_moves_too() -> None:
    assert _render(IGNORES_SYSTEM, SYSTEM, USER) == "<s>[user] Answer in Dutch.\n\nHello <b>you</b></s>"


def test_a_system_text_alone_becomes_a_user_turn() -> None:
    assert fold_system([SYSTEM]) == (Message("user", "Answer in Dutch."),)


def test_content_in_parts_is_found_out() -> None:
    assert _render(TYPED, SYSTEM, USER) == "system:Answer in Dutch.;user:Hello <b>you</b>;"


def test_understands_what_templates_use_beyond_plain_jinja() -> None:
    assert _render(BLOCKS, *TURNS[1:3]) == 'user={"role": "user", "content": "Hello <b>you</b>"}\n'


def test_a_file_without_a_template_gets_chatml_and_says_so() -> None:
    with closing(ChatTemplate(None, "", "")) as template:
        assert template.render([USER]).startswith("<|im_start|>user\nHello")
        assert template.notice is not None
        assert "no chat template" in sentence(template.notice)
        assert "<|im_end|>" in template.stops


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("{{ raise_exception('Roles must alternate') }}", "Roles must alternate"),
        ("{% for message in messages %}", "line 1"),
        ("{{ messages[7].content.strip() }}", "list object has no element 7"),
        ("{{ ''.__class__.__mro__ }}", "unsafe"),
        ("{{ 1 // 0 }}", "division"),
        ("{% for x in [1] %}" * 25 + "{% endfor %}" * 25, "nested blocks"),
        ("{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}", "recursion"),
        ("{{ messages.append(1) }}", "unsafe"),
        ("{% include '/etc/passwd' %}", "no loader"),
    ],
)
def test_what_a_template_does_wrong_is_said(source: str, said: str) -> None:
    error = _refused(source)
    assert error.notice.code == "template_failed"
    assert said in sentence(error.notice)


@pytest.mark.parametrize(
    "source",
    [
        "{{ 'a' * 10**9 }}",
        "{{ 'a'.center(10**9) }}",
        "{{ '%999999999d' % 1 }}",
        "{{ ('x' * 10**5) | indent(10**5) | wordwrap(1) * 1000 }}",
        "{% set n = namespace(x='x') %}{% for i in range(60) %}{% set n.x = n.x ~ n.x %}{% endfor %}",
        "{% for i in range(99999) %}{% for j in range(99999) %}aaaaaaaaaaaaaaaa{% endfor %}{% endfor %}",
    ],
)
def test_a_template_that_wants_all_memory_is_stopped(source: str) -> None:
    assert _refused(source).notice.code in {"template_too_large", "template_too_slow"}


ENDLESS = "{% for i in range(99999) %}{% for j in range(99999) %}{% endfor %}{% endfor %}"


@pytest.mark.parametrize("source", [ENDLESS, "{{ 9**(9**9) }}"])
def test_a_template_that_never_ends_is_stopped(source: str) -> None:
    assert _refused(source).notice.code == "template_too_slow"


def test_goes_on_after_a_limit_was_hit() -> None:
    source = "{% if messages | length > 1 %}" + ENDLESS + "{% endif %}{{ messages[0].content }}"
    with closing(ChatTemplate(source, "", "")) as template:
        assert template.render([USER]) == USER.content
        with pytest.raises(UserError):
            template.render([USER, USER])
        assert template.render([USER]) == USER.content


def test_a_killed_child_is_replaced(chatml: ChatTemplate) -> None:
    before = chatml.render([USER])
    child = chatml._process._child
    assert child is not None
    child.kill()
    child.wait()
    assert chatml.render([USER]) == before


def test_a_long_conversation_passes(chatml: ChatTemplate) -> None:
    text = "word " * 200_000
    assert text in chatml.render([Message("user", text)])


@pytest.mark.parametrize("role", ["system", "user"])
def test_a_template_is_data_where_it_stands_in_a_message(chatml: ChatTemplate, role: str) -> None:
    assert "{{ 9**9 }}" in chatml.render([Message(role, "{{ 9**9 }}"), USER])
