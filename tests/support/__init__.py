"""What tests stand on: real models, tiny models, a private display."""
