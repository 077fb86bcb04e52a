"""Other programs' settings, read and written: llama.cpp, Ollama, vLLM."""
