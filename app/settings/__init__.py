"""What the user chose, where it is kept, and what happens when it is damaged."""
