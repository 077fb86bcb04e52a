"""The read view: Markdown, code, formulas, thinking and plain text, one block below the other."""
