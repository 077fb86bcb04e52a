"""llama.cpp behind the engine's protocols. The only package that imports llama_cpp; it lives in the engine process."""
