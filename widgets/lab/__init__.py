"""The page that measures over suites of prompts, and the short test of a pair."""
