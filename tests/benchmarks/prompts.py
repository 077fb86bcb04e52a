"""The texts that the engine is measured on, each one kind of work; written for this project."""

from __future__ import annotations

_ORDER_CLASS = """class Order:
    def __init__(self, num, cust, lines):
        self.num = num
        self.cust = cust
        self.lines = lines

    def add(self, art, qty, price):
        self.lines.append((art, qty, price))

    def total(self):
        t = 0
        for art, qty, price in self.lines:
            t += qty * price
        return t

    def remove(self, art):
        self.lines = [line for line in self.lines if line[0] != art]
"""

PROMPTS: dict[str, str] = {
    "quicksort": "Write a quicksort function in Python with type hints, and a short test for it.",
    "ttl-cache-nl": "Schrijf een Python-klasse voor een cache waarvan de waarden na een ingestelde tijd vervallen.",
    "caching-nl": "Leg in gewone taal uit hoe caching werkt en wanneer het juist problemen geeft.",
    "rename": "Rename `num` to `number`, `cust` to `customer` and `qty` to `quantity` in this class, "
    f"and give every method a docstring. Answer with the whole class.\n\n{_ORDER_CLASS}",
}
