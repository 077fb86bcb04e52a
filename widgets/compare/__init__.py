"""The page that lets two settings race."""
