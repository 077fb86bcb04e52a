"""How many tokens to propose: pure values and arithmetic, so that every rule can be tried on machines on paper."""
