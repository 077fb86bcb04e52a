"""Model files of a few hundred bytes that are right as far as anybody reads who does not load them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from tests.app.models import raw_gguf

if TYPE_CHECKING:
    from pathlib import Path

CHAT: dict[str, raw_gguf.Plain] = {
    **raw_gguf.MODEL,
    "general.name": "Small talk",
    "general.size_label": "1B",
    "general.license": "apache-2.0",
    "llama.context_length": 4096,
    "tokenizer.chat_template": "{{ messages }}",
}


def model(path: Path, *, rows: int = 4, **values: raw_gguf.Plain | None) -> Path:
    """Write a chat model; dots in the keys of `values` are written as two underscores, `None` leaves a key out.

    Args:
        path: Where; folders are made.
        rows: Of its largest tensor: 32 bytes each.
        values: On top of those of `CHAT`.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    named = {key.replace("__", "."): value for key, value in values.items()}
    kept = {key: value for key, value in {**CHAT, **named}.items() if value is not None}
    tensors = (
        ("token_embd.weight", (8, rows), raw_gguf.F32, 0),
        ("blk.0.attn_q.weight", (8, 1), raw_gguf.F32, 32 * rows),
    )
    return raw_gguf.write(path, raw_gguf.gguf(kept, tensors, data_bytes=32 * rows + 32))


def shard(folder: Path, number: int, count: int, stem: str = "big", rows: int = 4) -> Path:
    """Write part `number`, from 1, of a model in `count` files."""
    path = folder / f"{stem}-{number:05d}-of-{count:05d}.gguf"
    return model(path, rows=rows, split__no=number - 1, split__count=count)


def ollama_model(store: Path, name: str, digit: str, content: bytes, kind: str = "model") -> Path:
    """Put a model into a folder of Ollama's; returns its blob.

    Args:
        store: The folder.
        name: Such as `qwen2.5:0.5b`.
        digit: One hexadecimal digit, of which its digest shall consist.
        content: Of the blob.
        kind: Of the layer.
    """
    digest = digit * 64
    blob = store / "blobs" / f"sha256-{digest}"
    blob.parent.mkdir(parents=True, exist_ok=True)
    blob.write_bytes(content)
    title, tag = name.split(":")
    manifest = store / "manifests" / "registry.ollama.ai" / "library" / title / tag
    manifest.parent.mkdir(parents=True, exist_ok=True)
    layer = {"mediaType": f"application/vnd.ollama.image.{kind}", "digest": f"sha256:{digest}", "size": len(content)}
    manifest.write_text(json.dumps({"schemaVersion": 2, "layers": [layer]}))
    return blob
