"""The pair and the settings in another program's words, as they hold for the open conversation."""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum
from typing import TYPE_CHECKING

from app.engine.types import ModelSpec
from app.errors import UserError
from app.interop.llama_cpp_write import write_llama_cpp
from app.interop.modelfile_write import write_modelfile
from app.interop.settings import of_pair
from app.interop.values import LlamaCppVersion, Program
from app.interop.vllm_write import write_vllm

if TYPE_CHECKING:
    from app.interop.values import Exported
    from app.viewmodels.pair_choice import PairChoice
    from app.viewmodels.preferences import Preferences
    from app.viewmodels.reply_settings import ReplySettings


class Form(StrEnum):
    """In whose words, and of which age."""

    LLAMA_CPP = "llama.cpp"
    LLAMA_CPP_OLD = "llama.cpp-old"
    OLLAMA = "ollama"
    VLLM = "vllm"


def given(form: Form, preferences: Preferences, choice: PairChoice, reply: ReplySettings) -> Exported:
    """Write what is chosen.

    Args:
        form: For whom.
        preferences: Has what loads.
        choice: Has the pair.
        reply: What the open conversation is answered with.

    Raises:
        UserError: `no_model_loaded` where none is chosen, or `interop_unwritable_path`.
    """
    if choice.target_path is None:
        raise UserError("no_model_loaded")
    draft = None if choice.draft_path is None else ModelSpec(choice.draft_path)
    settings = of_pair(
        preferences.load_settings(ModelSpec(choice.target_path), draft, None),
        reply.sampling,
        reply.speculation,
        system_prompt=reply.system_prompt or None,
    )
    if form is Form.OLLAMA:
        return write_modelfile(replace(settings, program=Program.OLLAMA))
    if form is Form.VLLM:
        return write_vllm(replace(settings, program=Program.VLLM))
    version = LlamaCppVersion.OLD if form is Form.LLAMA_CPP_OLD else LlamaCppVersion.NEW
    return write_llama_cpp(settings, version)
