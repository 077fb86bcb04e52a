"""Decodes with a model by the plain low-level API and prints what it wrote, as a process of its own.

It is what tests compare with: no code of Galley takes part, and a crash of llama.cpp ends this process only.
"""

from __future__ import annotations

import argparse
import json
import sys
from typing import Any

import llama_cpp
import numpy as np


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    parser.add_argument("model")
    parser.add_argument("--prompt", required=True)
    parser.add_argument("--tokens", type=int, default=64)
    parser.add_argument("--temperature", type=float, default=0.0)
    parser.add_argument("--seed", type=int, default=0)
    return parser.parse_args()


class _Decoder:
    """One model, one sequence, a row at a time."""

    def __init__(self, path: str, context_tokens: int) -> None:
        self.model = llama_cpp.llama_model_load_from_file(path.encode(), llama_cpp.llama_model_default_params())
        if not self.model:
            sys.exit(f"{path} does not load")
        settings = llama_cpp.llama_context_default_params()
        settings.n_ctx = settings.n_batch = context_tokens
        settings.n_threads = settings.n_threads_batch = 1
        self._context = llama_cpp.llama_init_from_model(self.model, settings)
        self.vocabulary = llama_cpp.llama_model_get_vocab(self.model)
        self.size: int = llama_cpp.llama_vocab_n_tokens(self.vocabulary)

    def tokenize(self, text: str) -> list[int]:
        data = text.encode()
        room = (llama_cpp.llama_token * (len(data) + 8))()
        count = llama_cpp.llama_tokenize(self.vocabulary, data, len(data), room, len(room), True, True)
        return list(room[:count])

    def probabilities(self, token_ids: list[int]) -> Any:  # noqa: ANN401 - an array of float64
        """Decode and return the distribution of what comes next, at temperature 1."""
        held = (llama_cpp.llama_token * len(token_ids))(*token_ids)  # the batch only points to it
        if llama_cpp.llama_decode(self._context, llama_cpp.llama_batch_get_one(held, len(token_ids))) != 0:
            sys.exit("decode failed")
        row = llama_cpp.llama_get_logits_ith(self._context, -1)
        logits = np.ctypeslib.as_array(row, (self.size,)).astype(np.float64)
        powers = np.exp(logits - logits.max())
        return powers / powers.sum()


_silence = llama_cpp.llama_log_callback(lambda _level, _text, _user_data: None)


def main() -> None:
    """Print one JSON object."""
    arguments = _arguments()
    llama_cpp.llama_log_set(_silence, None)
    llama_cpp.llama_backend_init()
    decoder = _Decoder(arguments.model, 4096)
    random = np.random.default_rng(arguments.seed)
    token_ids: list[int] = []
    entropies: list[float] = []
    ended = False
    waiting = decoder.tokenize(arguments.prompt)
    for _ in range(arguments.tokens):
        p = decoder.probabilities(waiting)
        entropies.append(float(-(p * np.log(p + 1e-300)).sum()))
        if arguments.temperature == 0:
            token = int(p.argmax())
        else:
            q = p ** (1 / arguments.temperature)
            token = int(random.choice(decoder.size, p=q / q.sum()))
        if llama_cpp.llama_vocab_is_eog(decoder.vocabulary, token):
            ended = True
            break
        token_ids.append(token)
        waiting = [token]
    result = {"token_ids": token_ids, "ended": ended, "entropies": entropies, "size": decoder.size}
    sys.stdout.write(json.dumps(result))


if __name__ == "__main__":
    main()
