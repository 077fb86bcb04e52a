"""How much memory a pair will take before it is loaded: weights, caches and buffers, device by device."""
