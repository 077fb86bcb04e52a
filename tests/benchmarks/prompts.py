"""The texts that the engine is measured on, each one kind of work; written for this project."""

from __future__ import annotations

from dataclasses import dataclass

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

_PAGE = """The lock on the Harbour Canal was built in 1868, when the old sluice could no longer hold the spring tides.
Its chamber is 62 metres long and 9 metres wide, which was generous for the barges of the day and is just enough for the
smaller coasters that still call here. For almost a century two keepers lived beside it and opened the gates by hand,
with a capstan and eight turns of the windlass for each leaf; a passage took forty minutes in calm weather. In 1959 the
gates were fitted with electric motors, and the time fell to a quarter of an hour.

The storm of 1976 broke the outer gates. For eleven days the water in the town rose and fell with the sea, and the
cellars along the quay were lost. The council then chose between a new lock further out, which the port wanted, and
repairing the old one, which cost a third. It repaired the old one, raised the walls by 80 centimetres, and added a
second pair of outer gates that close by themselves when the sea stands higher than the canal.

Today about 2,300 boats pass each year, nine in ten of them for pleasure. The keepers work from a control room that also
serves two bridges. In the summer of 2023 the lock was closed for six weeks, because the hinges of the inner gates had
worn unevenly: the salt water had reached further inland than it used to. A study commissioned afterwards expects
that the gates will have to be replaced before 2040, and that a bubble screen, which keeps salt water back, would pay
for itself in nine years through lower maintenance and fresher water for the farms behind the town."""


@dataclass(frozen=True, slots=True)
class Prompt:
    """One message, and the temperature that suits its kind."""

    text: str
    temperature: float = 0.0


PROMPTS: dict[str, Prompt] = {
    "quicksort": Prompt("Write a quicksort function in Python with type hints, and a short test for it."),
    "ttl-cache-nl": Prompt(
        "Schrijf een Python-klasse voor een cache waarvan de waarden na een ingestelde tijd vervallen."
    ),
    "caching-nl": Prompt("Leg in gewone taal uit hoe caching werkt en wanneer het juist problemen geeft."),
    "rename": Prompt(
        "Rename `num` to `number`, `cust` to `customer` and `qty` to `quantity` in this class, "
        f"and give every method a docstring. Answer with the whole class.\n\n{_ORDER_CLASS}"
    ),
    "prose-en": Prompt("Explain to a curious neighbour why bread rises, and what goes wrong when it does not."),
    "poem": Prompt("Write a poem of four stanzas about a harbour town in the first snow.", temperature=1.0),
    "json": Prompt(
        "Invent twelve members of a rowing club and give them as a JSON array of objects with the keys "
        "name, age, town, boat and joined (a date). Answer with the JSON only."
    ),
    "summary": Prompt(f"Summarise this page in six bullet points, with its figures.\n\n{_PAGE}"),
}
