"""How much of a file an import reads: bounds that real exports keep and hostile files do not.

A file is read conversation by conversation, so memory holds what comes in, and one conversation's JSON beside it.
"""

from __future__ import annotations

MAX_JSON_BYTES = 1 << 30
"""JSON in one import, unpacked. The largest exports that people report are half of it. As UTF-8; it bounds what the
conversations take, since their text is part of it."""
MAX_ITEM_BYTES = 256 << 20
"""JSON of one conversation. With all rounds and candidates a token of a reply takes some 500 bytes, so this is half a
million tokens in one conversation."""
MAX_ITEM_NODES = 10_000_000
"""Strings, lists and objects in one conversation: each takes 50 to 250 bytes once it is read, however short it was."""
MAX_ITEMS = 200_000
"""Conversations in one file."""
MAX_DEPTH = 64
"""Lists and objects inside each other. Real exports need a dozen."""
MAX_OUTER_BYTES = 4 << 20
"""What a file says beside lists and objects at its top."""
MAX_DIRECTORY_BYTES = 16 << 20
"""The table of contents of a ZIP file: 150 000 entries, with a hundred bytes each."""
MAX_TITLE = 300
"""Characters of a title that comes from another program."""
MAX_ID = 200
"""Characters of an id."""
CHUNK_BYTES = 1 << 20
