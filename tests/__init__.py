"""The tests mirror the tree of app/ and widgets/."""
