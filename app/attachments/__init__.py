"""Files that go along with a message: what is read of them, and how they stand in it."""
