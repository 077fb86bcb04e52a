"""The marker by which the translation tools find the catalogue's texts without Qt being imported."""


def QT_TRANSLATE_NOOP(context: str, text: str) -> str:
    """Return the text as it is; `context` is read by lupdate only."""
    return text
