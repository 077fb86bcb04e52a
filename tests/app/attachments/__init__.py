"""Tests of app.attachments."""
