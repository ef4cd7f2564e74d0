"""Running a command under a time limit, and leaving nothing of it behind.

Each command gets a process group of its own and a mark in its environment that its descendants
inherit: process managers put the ranks into groups of their own, and a rank whose manager was
killed lives on. So after a command has ended, whatever carries its mark is killed by its id.
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
    """Ids of the processes that carry the mark."""
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
    """For the signal handler: end everything that is under way."""
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
    """Run the command with `env` added to the environment; {scratch} in a value stands for a
    directory that is removed afterwards, so that a killed MPI leaves no shared memory behind. It
    runs in a directory of its own: tests of files use the same name, and run side by side."""
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
