"""Tests of app.hardware."""
