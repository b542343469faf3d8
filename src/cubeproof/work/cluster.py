"""`connected`: the executor of a Dask cluster, or of a small one on this machine."""

from __future__ import annotations

import importlib
import logging
import re
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

from cubeproof.base.extras import install_command, is_installed
from cubeproof.errors import PlaceError, UnsupportedError, UsageError
from cubeproof.sentences import Sentence, Template
from cubeproof.work.executor import Executor, usable_cores
from cubeproof.work.remote import executor_of

_NOT_INSTALLED = Template(
    "cluster.not-installed",
    "A cluster requires Dask, which is not installed: {command}.",
)
_ADDRESS = Template(
    "cluster.address",
    "The address of a cluster is local, or its scheduler's, such as tcp://HOST:8786 or tls://HOST:8786, not {address}.",
)
_WAITING = Template(
    "cluster.waiting",
    "No scheduler has answered at {address} yet; this run waits {seconds:g} seconds for it.",
)
_NO_SCHEDULER = Template(
    "cluster.no-scheduler", "No scheduler answers at {address} within {seconds:g} seconds."
)
_NO_CERTIFICATE = Template(
    "cluster.no-certificate",
    "The address {address} requires a certificate: set DASK_DISTRIBUTED__COMM__TLS__CA_FILE, "
    "DASK_DISTRIBUTED__COMM__TLS__CLIENT__CERT and DASK_DISTRIBUTED__COMM__TLS__CLIENT__KEY.",
)
_OLD_WORKER = Template(
    "cluster.old-worker",
    "The worker at {worker} has {theirs?none:no cubeproof|other:cubeproof {theirs}}, but this run has {ours}: "
    "install one version on all machines.",
)
_NO_WORKERS = Template(
    "cluster.no-workers", "The scheduler at {address} has no workers yet; this run waits for them."
)

_ADDRESSES = re.compile(r"(tcp|tls|ucx|ws|wss)://[^/\s]+(:\d+)?")
_CONNECT_SECONDS = 15.0

# Seconds without an answer until the user is told.
_SILENT_SECONDS = 1.0

# Seconds between two counts of the workers.
_COUNT_SECONDS = 5.0


@contextmanager
def connected(
    address: str, report: Callable[[Sentence], object] = lambda _: None
) -> Iterator[tuple[Executor, Callable[[], int]]]:
    """Yield the executor of a cluster, and a function that returns the number of tasks that run at once.

    Args:
        address: the address of a Dask scheduler, or "local": a worker in this process with a thread for each
            core, so that the table is in memory once.
        report: called with a note if no scheduler answers within a second (from another thread), or if the cluster
            has no workers yet.

    Raises:
        UsageError: an invalid address, or a worker with another version of cubeproof.
        UnsupportedError: Dask is not installed.
        PlaceError: no scheduler answers at the address.
    """
    if address != "local" and not _ADDRESSES.fullmatch(address):
        raise UsageError(_ADDRESS(address=address[:80]))
    if not is_installed("cluster"):
        raise UnsupportedError(_NOT_INSTALLED(command=install_command("cluster")))
    import distributed

    dask: Any = distributed
    # Dask gives its loggers levels when it is imported. They report connections, which this function also does.
    for name in [name for name in logging.root.manager.loggerDict if name.startswith("distributed")]:
        logging.getLogger(name).setLevel(logging.CRITICAL)

    if address.startswith("tls:"):
        security = importlib.import_module("distributed.security").Security()
        if security.get_connection_args("client").get("ssl_context") is None:
            raise UsageError(_NO_CERTIFICATE(address=address))
    with ExitStack() as stack:
        where: Any = address
        if address == "local":
            where = stack.enter_context(
                dask.LocalCluster(
                    n_workers=1,
                    threads_per_worker=usable_cores(),
                    # The loops run without the interpreter's lock; a process would take twice the time for 30 cubes.
                    processes=False,
                    protocol="tcp://",
                    host="127.0.0.1",
                    dashboard_address="127.0.0.1:0",
                    silence_logs=logging.CRITICAL,
                )
            )
        waiting = _WAITING(address=address, seconds=_CONNECT_SECONDS)
        timer = threading.Timer(_SILENT_SECONDS, report, [waiting])
        timer.daemon = True
        if address != "local":
            timer.start()
        try:
            client = stack.enter_context(dask.Client(where, timeout=_CONNECT_SECONDS, set_as_default=False))
        except (OSError, ValueError, RuntimeError):
            raise PlaceError(_NO_SCHEDULER(address=address, seconds=_CONNECT_SECONDS)) from None
        finally:
            timer.cancel()
        _ensure_same_version(client)
        if not client.nthreads():
            report(_NO_WORKERS(address=address))
        yield executor_of(client), workers_of(client)


def _ensure_same_version(client: Any) -> None:
    """Raise a UsageError if a worker has another version of cubeproof, or none."""
    # A worker that joins later is found by its first chunk.
    versions = client.get_versions(packages=["cubeproof"])
    ours = versions["client"]["packages"]["cubeproof"]
    for worker, facts in versions["workers"].items():
        theirs = facts["packages"].get("cubeproof")
        if theirs != ours:
            raise UsageError(_OLD_WORKER(worker=worker, theirs=theirs, ours=ours))


def workers_of(client: Any) -> Callable[[], int]:
    """Return a function that counts the threads of a Dask client's workers, at most every few seconds; at least 1."""
    counted, at = 1, -_COUNT_SECONDS

    def count() -> int:
        nonlocal counted, at
        if time.monotonic() - at >= _COUNT_SECONDS:
            try:
                counted, at = max(1, sum(client.nthreads().values())), time.monotonic()
            except Exception:  # noqa: BLE001 - Dask raises an AttributeError, among others, for a lost scheduler
                # The connection is lost, which the unfinished chunks report.
                at = time.monotonic()
        return counted

    return count
