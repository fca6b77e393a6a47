"""`python -m app`: the command line without an installed script."""

import sys

from app.cli import main

if __name__ == "__main__":
    sys.exit(main())
