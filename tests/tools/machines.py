"""A Dask cluster of separate processes, which tests kill."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from patience import until


class Machines:
    """A scheduler and workers, each a separate process as on several machines; the workers have their own tables."""

    def __init__(self, folder: Path) -> None:
        self._folder, self.tables = folder, folder / "tables"
        facts = folder / f"scheduler-{time.monotonic_ns()}.json"
        self._scheduler = self._started(
            "scheduler", "--scheduler-file", str(facts), "--host", "127.0.0.1", "--port", "0"
        )
        until(lambda: facts.exists() and facts.read_text().endswith("}"))
        self.address = json.loads(facts.read_text())["address"]
        self._workers: list[subprocess.Popen[bytes]] = []
        self.add_worker()

    def _started(self, role: str, *arguments: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", "dask", role, *arguments, "--no-dashboard"]
        environment = os.environ | {"CUBEPROOF_CACHE": str(self.tables)}
        return subprocess.Popen(
            command, cwd=self._folder, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )

    def add_worker(self) -> None:
        self._workers.append(self._started("worker", self.address, "--no-nanny", "--nthreads", "1"))

    def kill_scheduler(self) -> None:
        self._scheduler.send_signal(signal.SIGKILL)

    def replace_worker(self) -> None:
        """Kill the oldest worker; another takes its place."""
        self._end(self._workers.pop(0))
        self.add_worker()

    @property
    def workers_have_ended(self) -> bool:
        return all(worker.poll() is not None for worker in self._workers)

    def close(self) -> None:
        for process in (self._scheduler, *self._workers):
            self._end(process)

    @staticmethod
    def _end(process: subprocess.Popen[bytes]) -> None:
        process.kill()
        process.wait()
