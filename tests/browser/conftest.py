"""What the tests in a browser share."""

import pytest

# Its assertions are told in full, as those of the tests are.
pytest.register_assert_rewrite("tests.browser.table")
