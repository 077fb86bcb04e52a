"""What models are called in the window: sizes, kinds, places and gains in the user's words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QLocale

from app.models.kinds import ModelKind
from app.models.places import PlaceOwner
from app.models.suggestions import WORTH_IT

if TYPE_CHECKING:
    from app.models.listed_model import ListedModel
    from app.models.suggestions import DraftOption

translate = QCoreApplication.translate

_BILLION, _MILLION, _THOUSAND = 1e9, 1e6, 1024


def size_text(num_bytes: int) -> str:
    """Bytes as people read them, such as `1.1 GB`."""
    decimals = 1 if num_bytes > 999_999 else 0
    return QLocale().formattedDataSize(num_bytes, decimals, QLocale.DataSizeFormat.DataSizeSIFormat)


def parameters_text(number: int) -> str:
    """Parameters as makers count them, such as `1.8 B`; empty where they are not known."""
    if number >= _BILLION:
        return f"{QLocale().toString(number / _BILLION, 'f', 1)} B"
    return f"{number / _MILLION:.0f} M" if number >= _MILLION else (str(number) if number else "")


def context_text(tokens: int) -> str:
    """A context length, such as `32k`; empty where it is not known."""
    if tokens >= _THOUSAND:
        return f"{tokens // _THOUSAND}k"
    return str(tokens) if tokens else ""


def kind_text(model: ListedModel) -> str:
    """What it is, or that it cannot be used, in a word or two."""
    return translate("Models", "cannot be used") if model.problem is not None else nature_text(model)


def nature_text(model: ListedModel) -> str:
    """What it is, whole or not, in a word or two."""
    names = {
        ModelKind.CHAT: translate("Models", "chat model"),
        ModelKind.PROJECTOR: translate("Models", "projector"),
        ModelKind.EMBEDDING: translate("Models", "embedding model"),
        ModelKind.ADAPTER: translate("Models", "LoRA adapter"),
        ModelKind.TRAINED_HEAD: translate("Models", "trained head"),
        ModelKind.OTHER: translate("Models", "no chat model"),
    }
    if model.kind is None:
        return translate("Models", "cannot be used")
    name = names[model.kind]
    if model.kind is ModelKind.TRAINED_HEAD and model.description is not None:
        return f"{model.description.head} · {name}"
    if model.kind is ModelKind.CHAT and model.description is not None and not model.description.has_template:
        return translate("Models", "base model")
    return name


def place_text(model: ListedModel) -> str:
    """In whose folder it lies."""
    names = {
        PlaceOwner.GALLEY: "Galley",
        PlaceOwner.LM_STUDIO: "LM Studio",
        PlaceOwner.HUGGING_FACE: "Hugging Face",
        PlaceOwner.LLAMA_CPP: "llama.cpp",
        PlaceOwner.OLLAMA: "Ollama",
        PlaceOwner.JAN: "Jan",
        PlaceOwner.GPT4ALL: "GPT4All",
    }
    return names.get(model.place.owner, translate("Models", "your folder"))


def title_text(model: ListedModel) -> str:
    """Name and quantisation."""
    return f"{model.name}  {model.quantisation}".strip()


def gain_text(option: DraftOption) -> str:
    """What a fitting draft may gain, and whether that was measured."""
    factor = QLocale().toString(option.gain, "f", 1)
    if option.measured_gain is not None:
        return translate("Models", "{factor}× measured").format(factor=factor)
    if option.gain < WORTH_IT:
        return translate("Models", "too large to gain")
    return translate("Models", "about {factor}×").format(factor=factor)
