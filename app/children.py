"""What a process does first that another one has started to work for it."""

import multiprocessing
import os
import signal
from threading import Thread


def prepare_child() -> None:
    """Leave the keyboard's interrupt to the parent, end at once when told to, and end with it."""
    # An interrupt goes to all processes of a terminal: it is the parent that ends the others.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # A Python handler would be heard only after a search.
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """End this process once its parent is gone, also one that was killed outright."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
