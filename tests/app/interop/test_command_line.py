"""Finding the command in whatever was pasted: shells, scripts, containers, units."""

from __future__ import annotations

import contextlib
import json
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.catalogue import sentence
from app.errors import UserError
from app.interop.recognise import MAX_BYTES, decoded, read_foreign

HOME = {"HOME": "/home/ada", "MODELS": "/srv/models"}


def target(text: str) -> tuple[str | None, int | None]:
    """Target and context that a text names."""
    found = read_foreign(text, variables=HOME)
    return found.target, found.load.get("context_tokens")


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("llama-server -m t.gguf -c 512", "t.gguf"),
        ("./build/bin/llama-cli -m '/srv/my models/t.gguf' -c 512", "/srv/my models/t.gguf"),
        (r"./main -m /srv/my\ models/t.gguf -c 512", "/srv/my models/t.gguf"),
        ("llama-server \\\n  -m t.gguf \\\n  -c 512", "t.gguf"),
        ("llama-server \\ \n  -m t.gguf \\   \n\n  -c 512", "t.gguf"),
        ("llama-server\n  -m t.gguf\n  -c 512\n", "t.gguf"),
        ("llama-server -m t.gguf \\\r\n -c 512\r\n", "t.gguf"),
        ("$ llama-server -m t.gguf -c 512", "t.gguf"),
        ("ada@box:~/llama.cpp$ ./llama-server -m t.gguf -c 512", "t.gguf"),
        ("```bash\nllama-server -m t.gguf -c 512\n```", "t.gguf"),
        ("llama-server -m ~/t.gguf -c 512", "/home/ada/t.gguf"),
        ('llama-server -m "$MODELS/t.gguf" -c 512', "/srv/models/t.gguf"),
        ("llama-server -m ${MODELS}/t.gguf -c ${CTX:-512}", "/srv/models/t.gguf"),
        ("M=t.gguf\nllama-server -m $M -c 512", "t.gguf"),
        ('#!/bin/sh\nexport OPTS="-m t.gguf -c 512"\nexec llama-server $OPTS  # go\n', "t.gguf"),
        ("export LLAMA_ARG_CTX_SIZE=512\nllama-server -m t.gguf", "t.gguf"),
        ("cd /opt/llama && ./llama-server -m models/t.gguf -c 512 > log.txt 2>&1 &", "/opt/llama/models/t.gguf"),
        ("nohup taskset -c 0-7 llama-server -m t.gguf -c 512 2>/dev/null | tee log", "t.gguf"),
        ("CUDA_VISIBLE_DEVICES=0 numactl --interleave=all ./llama-server -m t.gguf -c 512", "t.gguf"),
        ("sudo -u ada env LLAMA_ARG_CTX_SIZE=512 llama-server -m t.gguf", "t.gguf"),
        ("llama-server –m t.gguf —ctx-size 512", "t.gguf"),
        ("llama-server -m “t.gguf” -c 512", "t.gguf"),
        ("-m t.gguf -c 512", "t.gguf"),
        ("llama-server --model=t.gguf --ctx_size=512", "t.gguf"),
        ("llama-server -m t.gguf -c512", "t.gguf"),
        (r"llama-server.exe -m C:\models\t.gguf -c 512", r"C:\models\t.gguf"),
        ('.\\llama-server.exe ^\n -m "C:\\my models\\t.gguf" ^\n -c 512', r"C:\my models\t.gguf"),
        ("set M=C:\\m\\t.gguf\nllama-server.exe -m %M% -c 512", r"C:\m\t.gguf"),
        ('PS C:\\llama> .\\llama-server.exe `\n -m "D:\\t.gguf" `\n -c 512', r"D:\t.gguf"),
        ('$env:LLAMA_ARG_CTX_SIZE = "512"\n& ".\\llama-server.exe" -m t.gguf', "t.gguf"),
        (
            "docker run -p 8080:8080 -v /srv/models:/models --gpus all ghcr.io/ggml-org/llama.cpp:server-cuda "
            "-m /models/t.gguf -c 512 --host 0.0.0.0",
            "/srv/models/t.gguf",
        ),
        (
            "docker run -e LLAMA_ARG_CTX_SIZE=512 --mount type=bind,source=/srv/m,target=/models "
            "ghcr.io/ggml-org/llama.cpp:full --run -m /models/t.gguf",
            "/srv/m/t.gguf",
        ),
        (
            '[Unit]\nDescription=x\n[Service]\nEnvironment="LLAMA_ARG_CTX_SIZE=512"\n'
            "ExecStart=/usr/bin/llama-server \\\n  -m t.gguf\nRestart=always\n",
            "t.gguf",
        ),
        ("brew install llama.cpp\nllama-server -m t.gguf -c 512\ncurl http://localhost -d x", "t.gguf"),
    ],
)
def test_the_command_is_found(text: str, path: str) -> None:
    assert target(text) == (path, 512)


def test_of_two_commands_the_one_with_more_options_is_read_and_the_other_told() -> None:
    found = read_foreign("llama-cli -m a.gguf\nllama-server -m b.gguf -c 512 -t 4\n", variables=HOME)
    assert found.target == "b.gguf"
    assert [(each.option, each.reason.code) for each in found.ignored] == [("llama-cli", "interop_other_command")]


def test_what_only_the_shell_knows_is_told() -> None:
    found = read_foreign('llama-server -m "$WHERE/t.gguf" -t $(nproc) -c 512', variables=HOME)
    assert found.target is None
    assert found.load == {"context_tokens": 512}
    assert {each.reason.values["value"] for each in found.ignored} == {"$WHERE", "$(nproc)"}


def test_a_quote_that_is_never_closed_is_no_crash() -> None:
    assert read_foreign('llama-server -c 512 -m "t.gguf', variables=HOME).target == "t.gguf"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "interop_empty"),
        (" \n\t\n", "interop_empty"),
        ("Dear sir or madam, how are you?", "interop_unrecognised"),
        ("ls -la /tmp", "interop_unrecognised"),
        ("git clone https://github.com/ggml-org/llama.cpp", "interop_unrecognised"),
        ("-la -Z", "interop_unrecognised"),
        ("server -p 80", "interop_unrecognised"),
        ("a\0b", "interop_binary"),
        ("x" * (MAX_BYTES + 1), "interop_too_large"),
    ],
)
def test_what_is_none_of_it_is_refused(text: str, code: str) -> None:
    with pytest.raises(UserError) as raised:
        read_foreign(text, variables=HOME)
    assert raised.value.notice.code == code


def test_files_of_windows_editors_are_read() -> None:
    text = "llama-server -m t.gguf -c 512\r\n"
    for data in (text.encode("utf-16"), text.encode("utf-8-sig"), text.encode()):
        assert target(decoded(data)) == ("t.gguf", 512)


PIECES = st.sampled_from(
    [
        *(
            "llama-server ",
            "-m ",
            "vllm serve ",
            "FROM ",
            "PARAMETER stop ",
            "docker run ",
            "ollama run ",
            "-md x.gguf ",
        ),
        *(
            "--speculative-config ",
            "--samplers ",
            "--spec-type ",
            "-l ",
            "-e ",
            "-v ",
            "export ",
            "command: ",
            "image: ",
        ),
        *(
            "ghcr.io/ggml-org/llama.cpp:server ",
            "[",
            "]",
            "{",
            "}",
            '"',
            "'",
            "\\",
            "\n",
            " ",
            "=",
            "$",
            "$(",
            "`",
            "#",
        ),
        *("%A%", "^\n", "- ", ": ", ",", ";", "&&", ">", "<<E\n", '"""', "1e999", "-1", "nan", "–", "# galley: {"),
    ]
)


@settings(max_examples=300, deadline=None)
@given(st.lists(PIECES | st.text(max_size=4), max_size=25).map("".join))
def test_whatever_comes_is_read_or_refused(text: str) -> None:
    with contextlib.suppress(UserError):
        for each in (read := read_foreign(text, variables=HOME)).ignored:
            assert sentence(each.reason)
        assert json.dumps(read.values(), allow_nan=False)


@pytest.mark.parametrize("data", [b"GGUF\x03\x00\x00\x00", b"\xff\x00\xfe\x81", b"\x89PNG\r\n\x1a\n\x00"])
def test_binary_files_are_refused(data: bytes) -> None:
    with pytest.raises(UserError) as raised:
        decoded(data)
    assert raised.value.notice.code == "interop_binary"


@pytest.mark.parametrize(
    "piece", ["$(", "`", '"', "\\\n", "llama-server -", "${", "\n\n-", "a=", "<<E\n", '\\"C:\\', "%a"]
)
def test_nothing_takes_long(piece: str) -> None:
    text = "llama-server -m t.gguf " + piece * (60_000 // len(piece))
    began = time.process_time()
    with contextlib.suppress(UserError):
        read_foreign(text, variables=HOME)
    assert time.process_time() - began < 5
