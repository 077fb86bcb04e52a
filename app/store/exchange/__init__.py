"""Conversations out of the store and into it, in formats that other programs read.

Out: `writer.export_conversations`, as JSON that comes back without loss, Markdown, or plain text. In:
`importing.import_file`, then `planning.plan_import` says what of it is new. docs/exchange.md describes the formats.
"""
