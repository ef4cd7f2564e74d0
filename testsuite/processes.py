"""Runs programs under test, each in a session of its own, and leaves no process of it behind."""
import atexit
import collections
import functools
import os
import pathlib
import select
import shutil
import signal
import subprocess
import tempfile
import threading
import time

from libraries import OPENMPI

Outcome = collections.namedtuple('Outcome', 'code out err timed_out seconds')


@functools.lru_cache(maxsize=None)
def own_folder(name):
    """Returns a folder of this process, which is removed when the process ends. Each thread has one
    for the files of Open MPI: if two runs share one, the end of one disturbs the other."""
    folder = tempfile.mkdtemp(prefix='fp-')
    atexit.register(shutil.rmtree, folder, True)
    return folder


def environment(more):
    """Returns the environment of cases: without settings of Fencepost, and with what Open MPI needs
    to run as root."""
    env = {k: v for k, v in os.environ.items() if not k.startswith('FENCEPOST_')}
    env.update(OPENMPI, OMPI_MCA_mpi_yield_when_idle='1',
               OMPI_MCA_orte_tmpdir_base=own_folder(threading.get_ident()), **(more or {}))
    return env


def session_members(leader):
    """Returns the ids of all processes in the session, because ranks have process groups of their
    own."""
    members = []
    for entry in os.listdir('/proc'):
        try:
            if entry.isdigit() and os.getsid(int(entry)) == leader:
                state = pathlib.Path('/proc', entry, 'stat').read_text().rpartition(')')[2].split()[0]
                members += [int(entry)] if state != 'Z' else []
        except OSError:
            pass
    return members


def kill_session(leader):
    for _ in range(20):
        members = session_members(leader)
        for member in members:
            try:
                os.kill(member, signal.SIGKILL)
            except OSError:
                pass
        if not members:
            return
        time.sleep(0.05)


def execute(command, timeout, cwd=None, more=None):
    """Runs a command in a session of its own and leaves no process of it behind."""
    start = time.monotonic()
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=out, stderr=err,
                                 start_new_session=True, cwd=cwd, env=environment(more))
        ended = os.pidfd_open(child.pid)
        try:  # Popen.wait looks every 50 ms only
            timed_out = not select.select([ended], [], [], timeout)[0]
            seconds = time.monotonic() - start
        finally:
            os.close(ended)
            kill_session(child.pid)
            child.wait()
        texts = []
        for stream in (out, err):
            stream.seek(0)
            texts.append(stream.read().decode(errors='replace'))
    return Outcome(child.returncode, *texts, timed_out, seconds)
