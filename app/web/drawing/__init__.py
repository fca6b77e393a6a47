"""How pages are drawn: cards and boards as view models, templates, files under checked names."""
