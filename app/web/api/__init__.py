"""The same as the pages, for programs: JSON under `/api/v1`."""
