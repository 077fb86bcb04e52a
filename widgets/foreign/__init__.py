"""The page on which settings come in from other programs and go out to them."""
