"""Tests of app.settings."""
