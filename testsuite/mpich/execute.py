"""Runs a command with a time limit, and makes sure that no process of it is left.

Each command gets a process group of its own. But process managers put the ranks into other groups,
and a rank lives on if its manager is killed. So each command also gets a mark in its environment,
which all its descendants inherit. When the command has ended, all processes with its mark are
killed by their ids.
"""
import os
import shutil
import signal
import subprocess
import tempfile
import threading
import time
from dataclasses import dataclass

MARK = "FENCEPOST_CHECK_MPICH_RUN"
SHARED = "/dev/shm"

_running = {}
_lock = threading.Lock()
_count = 0


@dataclass
class Outcome:
    status: int          # exit status; negative: killed by that signal
    timed_out: bool
    seconds: float
    stdout: str
    stderr: str


def marked(mark):
    """Returns the ids of the processes that have the mark."""
    wanted = f"{MARK}={mark}".encode()
    found = []
    for name in os.listdir("/proc"):
        if not name.isdigit():
            continue
        try:
            with open(f"/proc/{name}/environ", "rb") as file:
                if wanted in file.read().split(b"\0"):
                    found.append(int(name))
        except OSError:
            continue
    return found


def kill_all(process, mark):
    """Kill the group and every marked process, until there is none."""
    for _ in range(100):
        alive = marked(mark)
        for pid in alive:
            try:
                os.kill(pid, signal.SIGKILL)
            except OSError:
                pass
        if process.poll() is None:
            try:
                os.killpg(process.pid, signal.SIGKILL)
            except OSError:
                pass
        elif not alive:
            return
        time.sleep(0.05)


def kill_running():
    """Called by the signal handler: ends everything that is under way."""
    with _lock:
        started = list(_running.items())
    for mark, process in started:
        kill_all(process, mark)


def next_mark():
    global _count
    with _lock:
        _count += 1
        return f"{os.getpid()}.{_count}"


def text(file):
    file.seek(0)
    return file.read().decode("utf-8", "replace")


def execute(command, env, time_limit):
    """Run the command with `env` added to the environment. {scratch} in a value stands for a
    directory that is removed afterwards, so that an MPI that was killed leaves no shared memory
    behind. The command runs in a directory of its own, because tests that run at the same time use
    files of the same name."""
    mark = next_mark()
    scratch = tempfile.mkdtemp(prefix="fp-mpich.", dir=SHARED if os.path.isdir(SHARED) else None)
    environment = dict(os.environ)
    environment.update({name: value.replace("{scratch}", scratch) for name, value in env.items()})
    environment.update({MARK: mark, "TMPDIR": scratch})
    timed_out = False
    start = time.monotonic()
    with (tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err,
          tempfile.TemporaryDirectory(prefix="fp-cwd.", ignore_cleanup_errors=True) as cwd):
        process = subprocess.Popen(command, cwd=cwd, env=environment, stdin=subprocess.DEVNULL,
                                   stdout=out, stderr=err, start_new_session=True)
        with _lock:
            _running[mark] = process
        try:
            process.wait(time_limit)
        except subprocess.TimeoutExpired:
            timed_out = True
        seconds = time.monotonic() - start
        kill_all(process, mark)
        process.wait()
        with _lock:
            del _running[mark]
        outcome = Outcome(process.returncode, timed_out, seconds, text(out), text(err))
    shutil.rmtree(scratch, ignore_errors=True)
    return outcome
