"""What the tests in a browser share."""

import pytest
from playwright.sync_api import expect

# Its assertions are told in full, as those of the tests are.
pytest.register_assert_rewrite("tests.browser.table")

# Machines that run tests are busy: how long something takes says nothing there.
expect.set_options(timeout=30_000)
