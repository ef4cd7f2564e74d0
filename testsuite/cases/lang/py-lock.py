# Unlocks a target twice and flushes it without a lock, by mpi4py.
# case: lines=no
from array import array

from mpi4py import MPI

world = MPI.COMM_WORLD
win = MPI.Win.Create(bytearray(64), 1, comm=world)
value = array('d', [1.5])
if world.rank == 0:
    win.Lock(1, MPI.LOCK_SHARED)
    win.Accumulate([value, MPI.DOUBLE], 1)
    win.Unlock(1)
    try:
        win.Flush(1)  # expect: flush-without-lock
    except MPI.Exception:
        pass
    try:
        win.Unlock(1)  # expect: unlock-without-lock
    except MPI.Exception:
        pass
win.Free()
