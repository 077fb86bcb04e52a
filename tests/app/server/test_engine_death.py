"""The engine's process dies: clients are told why, and the next request starts another one."""

from __future__ import annotations

import os
import signal
import threading
from typing import TYPE_CHECKING

from app.server.served import Phase
from tests.support.served import Served, chat
from tests.support.tiny_vocabulary import END_IDS

if TYPE_CHECKING:
    from pathlib import Path

    import httpx

ENDLESS = {str(token): -100 for token in END_IDS}


def kill(served: Served) -> None:
    pid = served.engine.pid
    assert pid is not None
    os.kill(pid, signal.SIGKILL)


def test_serving_survives_it(tiny_target: Path, tiny_draft: Path) -> None:
    answers: dict[str, httpx.Response] = {}

    def ask(name: str, **body: object) -> None:
        answers[name] = served.post("/v1/chat/completions", chat(**body), **{"User-Agent": name})

    with Served(tiny_target, tiny_draft) as served:
        expected = served.post("/v1/chat/completions", chat(max_tokens=12, seed=6)).json()["choices"]
        writing = threading.Thread(target=ask, args=("writing",), kwargs={"logit_bias": ENDLESS})
        writing.start()
        served.until(lambda: [each.phase for each in served.server.serving.replies] == [Phase.WRITING])
        waiting = threading.Thread(target=ask, args=("waiting",), kwargs={"max_tokens": 12, "seed": 6})
        waiting.start()
        served.until(lambda: len(served.server.serving.replies) == 2)
        kill(served)
        for thread in (writing, waiting):
            thread.join()
        told = answers["writing"]
        assert (told.status_code, told.json()["error"]["code"]) == (503, "engine_died")
        assert "killed" in told.json()["error"]["message"]
        assert "retry-after" in told.headers
        assert answers["waiting"].json()["choices"] == expected, "who waited is served by the next engine"
        kill(served)  # while it has nothing to do
        with served.client() as client:
            again = client.post("/v1/chat/completions", json=chat(max_tokens=12, seed=6))
            assert again.json()["choices"] == expected
            stream = chat(logit_bias=ENDLESS, stream=True)
            with client.stream("POST", "/v1/chat/completions", json=stream) as answer:
                lines = answer.iter_lines()
                assert answer.status_code == 200
                next(lines)
                kill(served)
                rest = [line for line in lines if line]
        assert '"code":"engine_died"' in rest[-1], "a stream that had begun ends with the cause"
