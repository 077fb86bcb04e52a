"""The window itself: its columns, its header and its menus, and what stands in it while a model loads."""
