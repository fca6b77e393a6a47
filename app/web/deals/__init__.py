"""Deals: new games, shared deals and their pictures, any deal solved, games looked back on."""
