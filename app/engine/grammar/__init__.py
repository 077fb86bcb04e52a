"""Replies that keep to a grammar: GBNF and JSON schemas read into rules, rules followed token by token, exactly."""
