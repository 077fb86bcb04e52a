"""`galley serve` as a program of its own: what it says, what it hides, how it ends."""

from __future__ import annotations

import json
import signal
import socket
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from app.__main__ import main
from app.settings import policy
from tests.support.homes import ROOT, Home
from tests.support.served import chat

SECONDS = 60.0
KEY = "a-key-of-my-own"
SECRET = "Sesquipedalian"


class Program:
    """`galley serve`, running."""

    def __init__(self, home: Home, *arguments: str, **variables: str) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "app", "serve", *arguments],
            cwd=ROOT,
            env=home.environment(**variables),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def __enter__(self) -> Program:
        return self

    def __exit__(self, *_error: object) -> None:
        self._process.kill()
        self._process.communicate()

    @property
    def command_line(self) -> str:
        """What `ps` shows."""
        return Path(f"/proc/{self._process.pid}/cmdline").read_text("utf-8").replace("\0", " ")

    def line(self) -> str:
        """The next line on standard output."""
        assert self._process.stdout is not None
        return self._process.stdout.readline()

    def end(self, number: signal.Signals) -> tuple[int, str]:
        """Tell it to end; its status, and everything that it still said."""
        self._process.send_signal(number)
        out, err = self._process.communicate(timeout=SECONDS)
        return self._process.returncode, out + err


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path / "home").make()


def fails(capfd: pytest.CaptureFixture[str], *arguments: str, status: int = 2) -> str:
    capfd.readouterr()
    try:
        found = main(["serve", *arguments])
    except SystemExit as error:
        found = int(str(error.code))
    printed = capfd.readouterr()
    assert found == status
    assert printed.out == ""
    assert printed.err.count("\n") == 1
    return printed.err


def test_it_serves_until_it_is_interrupted(home: Home, tiny_target: Path, tiny_draft: Path) -> None:
    arguments = ("--target", str(tiny_target), "--draft", str(tiny_draft), "--port", "0", "--json", "--seed", "4")
    with Program(home, *arguments) as program:
        told = json.loads(program.line())
        assert set(told) == {"address", "base_url", "other_addresses", "model", "draft", "key"}
        assert told["other_addresses"] == []
        assert (told["model"], told["draft"]) == ("Tiny target", "Tiny draft")
        headers = {"Authorization": f"Bearer {told['key']}"}
        with httpx.Client(base_url=told["address"], headers=headers, timeout=SECONDS, trust_env=False) as client:
            answers = [client.post("/v1/chat/completions", json=chat(SECRET, max_tokens=9)).json() for _ in range(2)]
            assert answers[0]["choices"] == answers[1]["choices"], "the seed of the command holds"
            assert answers[0]["speculation"]["seed"] == 4
            status, said = program.end(signal.SIGINT)
        assert (status, said) == (0, "")
    kept = [path for path in home.folder.rglob("*") if path.is_file()]
    assert all(SECRET.encode() not in path.read_bytes() for path in kept)
    assert all(told["key"].encode() not in path.read_bytes() for path in kept)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux lets a process change it")
def test_a_key_of_ones_own_is_shown_nowhere(home: Home, tiny_target: Path) -> None:
    with Program(home, "--target", str(tiny_target), "--port", "0", "--api-key", KEY) as program:
        said = program.line()
        assert "Tiny target answers at http://127.0.0.1:" in said
        assert KEY not in program.command_line
        base = said.split(" at ")[1].split(". ")[0]
        asked = httpx.get(f"{base}/models", headers={"Authorization": f"Bearer {KEY}"}, trust_env=False)
        assert asked.status_code == 200
        status, rest = program.end(signal.SIGTERM)
    assert status == 0
    assert KEY not in said + rest


def test_a_key_may_come_from_the_environment(home: Home, tiny_target: Path) -> None:
    with Program(home, "--target", str(tiny_target), "--port", "0", "--json", GALLEY_API_KEY=KEY) as program:
        told = json.loads(program.line())
        assert told["key"] is None
        asked = httpx.get(f"{told['base_url']}/models", headers={"Authorization": f"Bearer {KEY}"}, trust_env=False)
        assert asked.status_code == 200


def test_listening_everywhere_it_prints_addresses_that_a_client_can_use(home: Home, tiny_target: Path) -> None:
    network = ("--host", "0.0.0.0", "--allow-network", "--api-key", KEY)
    with Program(home, "--target", str(tiny_target), "--port", "0", "--json", *network) as program:
        told = json.loads(program.line())
        assert told["base_url"].startswith("http://127.0.0.1:")
        named, *_others = told["other_addresses"]
        assert named.startswith(f"http://{socket.gethostname()}:")
        port = told["address"].rpartition(":")[2]
        for host in (f"127.0.0.1:{port}", f"{socket.gethostname()}:{port}"):
            headers = {"Authorization": f"Bearer {KEY}", "Host": host}
            asked = httpx.get(f"{told['base_url']}/models", headers=headers, trust_env=False)
            assert asked.status_code == 200


def test_a_port_that_is_taken_is_said_in_one_line(capfd: pytest.CaptureFixture[str], tiny_target: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        said = fails(capfd, "--target", str(tiny_target), "--port", port, status=1)
    assert f"Port {port} of 127.0.0.1 is taken by another program" in said


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--host", "0.0.0.0"), "--allow-network"),
        (("--host", "example.org"), "--allow-network"),
        (("--host", "192.0.2.1", "--allow-network"), "192.0.2.1 is no address of this machine"),
        (("--api-key", "short"), "at least 8"),
        (("--api-key", "with a space in it"), "at least 8"),
        (("--api-key", ""), "at least 8"),
        (("--allow-origin", "notes.example"), "notes.example"),
        (("--allow-origin", "*"), "*"),
        (("--allow-host", "a b"), "“a b” is none"),
        (("--allow-host", ""), "“” is none"),
        (("--allow-host", "http://studio.example"), "without http:// and port"),
        (("--allow-host", "studio.example:8080"), "without http:// and port"),
        (("--context", "1"), "the least is 2"),
        (("--port", "70000"), "70000"),
        (("--speculation", "draft"), "--draft"),
        (("--logit-bias", "300=1"), "300"),
        (("--target", "/nowhere/model.gguf"), "model.gguf"),
    ],
)
def test_bad_input_is_said_in_one_line(
    capfd: pytest.CaptureFixture[str], tiny_target: Path, arguments: tuple[str, ...], said: str
) -> None:
    assert said in fails(capfd, "--target", str(tiny_target), "--port", "0", *arguments)


def test_an_administrator_may_forbid_it(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, tiny_target: Path
) -> None:
    file = tmp_path / "policy.toml"
    file.write_text("api = false\n")
    monkeypatch.setattr(policy, "policy_file", lambda: file)
    assert "administrator" in fails(capfd, "--target", str(tiny_target), "--port", "0")


def test_a_draft_that_does_not_fit_is_refused(
    capfd: pytest.CaptureFixture[str], tiny_target: Path, tiny_other_vocabulary: Path
) -> None:
    arguments = ("--target", str(tiny_target), "--draft", str(tiny_other_vocabulary), "--port", "0")
    assert "The draft model cannot be used" in fails(capfd, *arguments)
