"""A target and perhaps a draft, loaded together and ready for a session; implements `loaded_pair.LoadedPair`."""

from __future__ import annotations

import functools
import time
from dataclasses import replace
from typing import TYPE_CHECKING

import psutil

from app.engine.chat_template import ChatTemplate
from app.engine.grammar.grammars import Grammars
from app.engine.llama.chain import SamplerChain
from app.engine.llama.context import Context, ContextSettings
from app.engine.llama.literals import ControlNames
from app.engine.llama.loading import Loaded, load_model
from app.engine.types import KvType, PairInfo
from app.errors import Notice, UserError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from app.engine.cancel import CancelFlag
    from app.engine.grammar.constraint import Constraint
    from app.engine.types import LoadSettings, Message, SamplingSettings

REPRODUCIBLE_ROWS = 7
"""Most rows of one decode that come out bitwise equal on every model tried."""


class Pair:
    """What a session generates with. Make it with `Pair.load`; close it before the process ends."""

    def __init__(self, settings: LoadSettings, target: Loaded, threads: int) -> None:
        self.settings = settings
        self._threads = threads
        self._target = target
        self._draft: Loaded | None = None
        self._draft_notice: Notice | None = None
        self._load_seconds = 0.0
        vocabulary = target.model.vocabulary
        self._names = ControlNames(vocabulary)
        self._template = ChatTemplate(target.model.chat_template, vocabulary.bos, vocabulary.eos)
        self.label = functools.lru_cache(maxsize=65536)(self._label)
        self._grammars = Grammars(vocabulary.size, vocabulary.piece_uncached, vocabulary.is_end)

    @classmethod
    def load(cls, settings: LoadSettings, cancel: CancelFlag, on_progress: Callable[[str, float], None]) -> Pair:
        """Load the target, then the draft.

        A draft that cannot be loaded leaves a pair without one, and the reason in `draft_notice`.

        Raises:
            Cancelled: The flag was set; nothing stays loaded.
            UserError: The target could not be loaded; nothing stays loaded.
        """
        began = time.perf_counter()
        settings = reproducible(settings) if settings.reproducible else settings
        threads = settings.threads or physical_cores()
        rows = settings.max_draft_tokens + 1
        target = load_model(
            settings.target,
            settings,
            ContextSettings(
                settings.context_tokens,
                rows,
                threads,
                settings.kv_type_k,
                settings.kv_type_v,
                settings.flash_attention,
            ),
            cancel,
            lambda fraction: on_progress("target", fraction),
        )
        pair = cls(settings, target, threads)
        try:
            pair.load_draft(settings, cancel, on_progress)
        except BaseException:
            pair.close()
            raise
        pair._load_seconds = time.perf_counter() - began
        return pair

    def load_draft(self, settings: LoadSettings, cancel: CancelFlag, on_progress: Callable[[str, float], None]) -> None:
        """Exchange the draft for the one the settings name; the target stays as it is.

        Raises:
            Cancelled: The flag was set; there is no draft then.
        """
        began = time.perf_counter()
        settings = reproducible(settings) if settings.reproducible else settings
        if self._draft is not None:
            self._draft.close()
        self._draft, self._draft_notice, self.settings = None, settings.draft_refusal, settings
        if settings.draft is None:
            return
        if not self._target.rewinds:
            self._draft_notice = Notice("target_cannot_rewind", {"path": self._target.model.path})
            return
        try:
            draft = load_model(
                settings.draft,
                settings,
                ContextSettings(
                    self._target.context.capacity,
                    1,
                    self._threads,
                    settings.draft_kv_type_k,
                    settings.draft_kv_type_v,
                    settings.flash_attention,
                ),
                cancel,
                lambda fraction: on_progress("draft", fraction),
            )
        except UserError as error:
            self._draft_notice = error.notice
            return
        if not draft.rewinds:
            draft.close()
            self._draft_notice = Notice("draft_cannot_rewind", {"path": settings.draft.path})
            return
        self._draft = draft
        self._load_seconds = time.perf_counter() - began

    def info(self) -> PairInfo:
        """Figures of what is loaded."""
        return PairInfo(
            target=self._target.info(),
            draft=None if self._draft is None else self._draft.info(),
            draft_notice=self._draft_notice,
            template_notice=self._template.notice,
            load_seconds=self._load_seconds,
            threads=self._threads,
        )

    @property
    def target(self) -> Context:
        """The target's cache."""
        return self._target.context

    @property
    def draft(self) -> Context | None:
        """The draft model's cache, if there is one."""
        return None if self._draft is None else self._draft.context

    @property
    def loaded_target(self) -> Loaded:
        """The target as it is loaded, for whoever makes other caches over it."""
        return self._target

    @property
    def loaded_draft(self) -> Loaded | None:
        """The draft model as it is loaded."""
        return self._draft

    @property
    def draft_notice(self) -> Notice | None:
        """Why there is no draft model although one was asked for."""
        return self._draft_notice

    @property
    def can_rewind(self) -> bool:
        """Whether the target's cache can forget drafts."""
        return self._target.rewinds

    @property
    def threads(self) -> int:
        """Threads of a decode."""
        return self._threads

    @property
    def max_drafts(self) -> int:
        """Most drafts that one target pass can check."""
        return self._target.context.max_rows - 1

    @property
    def vocabulary_size(self) -> int:
        """Token ids of the target run from 0 to this."""
        return self._target.model.vocabulary.size

    def tokenize(self, text: str, *, raw: bool, begun: str = "") -> list[int]:
        """Token ids of a prompt; a template that wrote the beginning token already gets no second one.

        What is begun is split by itself, as the reply was when it was written, except where a vocabulary puts a space
        in front of every text: there only both together give what is meant.
        """
        vocabulary = self._target.model.vocabulary
        has_bos = bool(vocabulary.bos) and text.startswith(vocabulary.bos)
        if raw:
            return vocabulary.tokenize(text + begun, add_special=True)
        if begun:
            tokens = self.characters(begun)
            if b"".join(map(self.piece, tokens)) != begun.encode("utf-8", "replace"):
                return self._names.tokenize(text + self._names.mark(begun), add_special=not has_bos)
            return self._names.tokenize(text, add_special=not has_bos) + tokens
        return self._names.tokenize(text, add_special=not has_bos)

    def characters(self, text: str) -> list[int]:
        """Token ids of a text by itself, in which the name of a control token is nothing but characters."""
        return self._names.tokenize(self._names.mark(text), add_special=False)

    def render(self, messages: Sequence[Message]) -> str:
        """Messages through the chat template."""
        marked = [replace(message, content=self._names.mark(message.content)) for message in messages]
        return self._template.render(marked)

    @property
    def template_stops(self) -> tuple[str, ...]:
        """Stop strings that the chat template needs beside the user's."""
        return self._template.stops

    def piece(self, token_id: int) -> bytes:
        """Bytes of a token."""
        return self._target.model.vocabulary.piece(token_id)

    def _label(self, token_id: int) -> str:
        """A single token for display: its text, a control token's name, or the bytes of a broken character."""
        data: bytes = self.piece(token_id)
        if not data:
            return str(self._target.model.vocabulary.special_text(token_id))
        try:
            return data.decode("utf-8")
        except UnicodeDecodeError:
            return " ".join(f"<{byte:02X}>" for byte in data)

    def is_end(self, token_id: int) -> bool:
        """Whether a token ends generation."""
        return self._target.model.vocabulary.is_end(token_id)

    @property
    def grammars(self) -> Grammars:
        """Makes grammars ready for the target's vocabulary."""
        return self._grammars

    def make_chain(
        self, sampling: SamplingSettings, history: Sequence[int], constraint: Constraint | None = None
    ) -> SamplerChain:
        """A sampler chain that has accepted the history; `constraint` is where the reply's grammar stands behind it."""
        chain = SamplerChain(self._target.model.vocabulary, sampling, self._target.context.capacity, constraint)
        chain.accept_all(history)
        return chain

    def close(self) -> None:
        """Free everything."""
        if self._draft is not None:
            self._draft.close()
            self._draft = None
        self._target.close()
        self._template.close()


def physical_cores() -> int:
    """Cores without their hyper-threads: more threads than that slow a decode down."""
    return psutil.cpu_count(logical=False) or psutil.cpu_count() or 1


def reproducible(settings: LoadSettings) -> LoadSettings:
    """The recipe under which rows are bitwise equal for every row count: bf16 V, flash attention, few rows."""
    return replace(
        settings,
        kv_type_v=KvType.BF16 if settings.kv_type_k is not KvType.Q8_0 else KvType.Q8_0,
        draft_kv_type_v=KvType.BF16 if settings.draft_kv_type_k is not KvType.Q8_0 else KvType.Q8_0,
        flash_attention=True,
        max_draft_tokens=min(settings.max_draft_tokens, REPRODUCIBLE_ROWS - 1),
    )
