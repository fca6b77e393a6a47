"""The site: view models, pages and partials, and one module for each part of it."""
