"""Tests of `app.server`."""
