"""The whole program in a real window with real models."""
