"""Tests of app.runtime."""
