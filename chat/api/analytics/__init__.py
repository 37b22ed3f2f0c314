"""Figures for those who ask: over HTTP as JSON, and as a page."""
