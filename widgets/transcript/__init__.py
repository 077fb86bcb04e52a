"""The conversation on screen: its turns, their tools and figures, and where the reader is in it."""
