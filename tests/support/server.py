"""The real server in a process of its own, as `pyramid-solitaire serve` runs it."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from dataclasses import dataclass, field
from pathlib import Path

from app.settings import PREFIX
from tests.support.postgres import free_port

START_SECONDS = 60.0
STOP_SECONDS = 20.0
COMMAND = (sys.executable, "-c", "import sys; from app.cli import main; sys.exit(main())")


@dataclass
class LiveServer:
    """A server over one data folder; stop and start it again and the games are still there.

    `environment` holds further settings, such as `{"PYRAMID_WORKERS": "2"}`.
    """

    data: Path
    environment: dict[str, str] = field(default_factory=dict)
    command: tuple[str, ...] = COMMAND
    port: int = field(default_factory=free_port)
    process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """The address, without a slash at the end."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def log(self) -> str:
        """All that the server has said so far."""
        path = self._log_path
        return path.read_text(errors="replace") if path.exists() else ""

    @property
    def _log_path(self) -> Path:
        return self.data / "server.log"

    def start(self) -> LiveServer:
        """Starts it and returns when it answers; raises with its log when it does not."""
        self.data.mkdir(parents=True, exist_ok=True)
        clean = {name: value for name, value in os.environ.items() if not name.startswith(PREFIX)}
        settings = {"PYRAMID_DATA": str(self.data), "PYRAMID_PORT": str(self.port)}
        with self._log_path.open("ab") as output:
            self.process = subprocess.Popen(
                [*self.command, "serve"],
                env=clean | settings | self.environment,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                # A group of its own, so that its workers can be ended with it.
                start_new_session=True,
            )
        try:
            self._wait()
        except BaseException:
            self.kill()
            raise
        return self

    def _wait(self) -> None:
        assert self.process is not None
        deadline = time.monotonic() + START_SECONDS
        while True:
            if self.process.poll() is not None:
                raise RuntimeError(f"the server ended at once:\n{self.log}")
            try:
                with urllib.request.urlopen(f"{self.url}/healthz", timeout=5) as answer:
                    if answer.status == 200:
                        return
            except urllib.error.HTTPError as error:
                error.close()
            except OSError:
                pass
            if time.monotonic() > deadline:
                raise RuntimeError(f"the server did not answer in time:\n{self.log}")
            time.sleep(0.1)

    def stop(self) -> int:
        """Ends it as a service manager does (SIGTERM); its exit status.

        Raises when it does not end in time.
        """
        if self.process is None:
            return 0
        process, self.process = self.process, None
        process.send_signal(signal.SIGTERM)
        try:
            return process.wait(timeout=STOP_SECONDS)
        except subprocess.TimeoutExpired:
            _end_group(process)
            raise RuntimeError(f"the server did not stop:\n{self.log}") from None

    def kill(self) -> None:
        """Ends it and its workers on the spot, as a power cut would."""
        if self.process is not None:
            process, self.process = self.process, None
            _end_group(process)

    def restart(self) -> None:
        """Stops it and starts it again at the same address."""
        self.stop()
        self.start()


def _end_group(process: subprocess.Popen[bytes]) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait(timeout=STOP_SECONDS)
