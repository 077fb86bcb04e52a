"""Tests of app.spelling."""
