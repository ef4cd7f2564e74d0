"""Calls every method of mpi4py's Comm, Win, Request, Grequest, Prequest, Datatype and Group and
prints what each returned.

    mpiexec -n 3 python3 walk.py [--threads] [--names]

With --threads two threads of each process do so, each on communicators and windows of its own. With
--names it prints instead which public methods and properties it did not use. It fails if there are
any that LEFT_OUT does not explain."""
import sys
import threading

from mpi4py import MPI

import walk_comm
import walk_datatype
import walk_request
import walk_win

CLASSES = (MPI.Comm, MPI.Intracomm, MPI.Intercomm, MPI.Topocomm, MPI.Cartcomm, MPI.Graphcomm,
           MPI.Distgraphcomm, MPI.Win, MPI.Request, MPI.Grequest, MPI.Prequest, MPI.Datatype,
           MPI.Group)
LEFT_OUT = {
    'Abort': 'ends the program',
    'Accept': 'needs a server of names', 'Connect': 'needs a server of names',
    'Join': 'needs a socket between two programs',
    'Spawn': 'starts processes', 'Spawn_multiple': 'starts processes',
    'Get_parent': 'there is none', 'Disconnect': 'of processes of another world',
    'Call_errhandler': 'its effect is that of any error',
    'Set_attr': 'of one thread at a time', 'Get_attr': 'of one thread at a time',
    'Create_keyval': 'of one thread at a time', 'Free_keyval': 'of one thread at a time',
    'Delete_attr': 'of one thread at a time',
    'Create_dup': 'is called, as Dup', 'Resized': 'is called, as Create_resized',
    'Intersect': 'is called, as Intersection',
}
used = set()


def note(frame, event, called):
    """Called by sys.setprofile: notes which methods are called."""
    if event == 'c_call':
        used.add(called.__name__)


class Log:
    """Keeps what each step returned."""

    def __init__(self):
        self.lines = []

    def __call__(self, name, *values):
        self.lines.append(f'{name}: {" ".join(map(str, values))}')


def walk(world, log):
    for module in (walk_comm, walk_request, walk_win, walk_datatype):
        module.walk(world, log)


def walk_beside(world, log, first):
    """Runs in a second thread beside the first one. If both make collective calls at once, Open MPI
    4.1 hangs, also without Fencepost; so this thread makes its own when the first has ended."""
    for module in (walk_request, walk_datatype):
        module.walk(world, log)
    first.wait()
    for module in (walk_comm, walk_win):
        module.walk(world, log)


def keyvals(world, log):
    """Attributes are not for two threads at once: mpi4py has one table for all threads."""
    win = MPI.Win.Allocate(8, comm=world)
    kind = MPI.INT.Dup()
    for thing in (world, win, kind):
        key = type(thing).Create_keyval()
        thing.Set_attr(key, 'value')
        log(f'{type(thing).__name__} attribute', thing.Get_attr(key))
        thing.Delete_attr(key)
        log(f'{type(thing).__name__} attribute', thing.Get_attr(key))
        type(thing).Free_keyval(key)
    kind.Free()
    win.Free()


def missing():
    """Returns names of the classes that were not called and are no properties used in the
    source."""
    sources = ''.join(open(m.__file__).read() for m in
                      (walk_comm, walk_request, walk_win, walk_datatype))
    for cls in CLASSES:
        for name in dir(cls):
            if name.startswith('_') or name in used or name in LEFT_OUT:
                continue
            if not callable(getattr(cls, name)) and f'.{name}' in sources:
                continue
            yield f'{cls.__name__}.{name}'


def main():
    world = MPI.COMM_WORLD
    if '--names' in sys.argv:
        sys.setprofile(note)
    logs = [Log(), Log()] if '--threads' in sys.argv else [Log()]
    comms = [world.Dup() for _ in logs]
    first = threading.Event()
    threads = [threading.Thread(target=walk_beside, args=(comm, log, first))
               for comm, log in zip(comms[1:], logs[1:])]
    for thread in threads:
        thread.start()
    walk(comms[0], logs[0])
    first.set()
    for thread in threads:
        thread.join()
    if not threads:
        keyvals(world, logs[0])
        walk_comm.buffered(world, logs[0])
    for comm in comms:
        comm.Free()
    lines = [line for log in logs for line in log.lines]
    everything = world.gather(lines)
    sys.setprofile(None)
    if world.rank == 0 and '--names' in sys.argv:
        left = list(missing())
        print('\n'.join(left) or 'every method was used')
        sys.exit(bool(left))
    for rank, lines in enumerate(everything or ()):
        for line in lines:
            print(rank, line)


main()
