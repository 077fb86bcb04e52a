"""What the program can say and does about where everything is and who could read it."""
