"""Runs one command and says what it took: processor time of all its processes, and the memory of
the largest of them."""
import ctypes
import multiprocessing
import os
import pathlib
import resource
import sys
import time
from dataclasses import dataclass

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from processes import environment, execute  # noqa: E402


@dataclass
class Run:
    code: int
    out: str
    err: str
    timed_out: bool
    seconds: float
    cpu: float = 0           # of all processes that were waited for
    memory: int = 0          # bytes of the largest process


PR_SET_CHILD_SUBREAPER = 36  # <sys/prctl.h>
LEFT = 5  # seconds in which processes come to their end that the command has not waited for


def _wait_for_others():
    """Launchers may end before their ranks; what those took counts only when they were waited for."""
    end = time.monotonic() + LEFT
    while time.monotonic() < end:
        try:
            if os.waitpid(-1, os.WNOHANG)[0] == 0:
                time.sleep(0.01)
        except ChildProcessError:
            return


def _child(command, timeout, where, more):
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1)
    outcome = execute(command, timeout, where, more)
    _wait_for_others()
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return Run(*outcome, cpu=used.ru_utime + used.ru_stime, memory=used.ru_maxrss * 1024)


def measured(command, timeout, where, more):
    """A process of its own runs the command, because the system counts for each process what its
    children took in all."""
    environment(None)  # the folder that the child shall use, too, and which it could not remove
    with multiprocessing.get_context('fork').Pool(1) as pool:
        return pool.apply(_child, (command, timeout, where, more))
