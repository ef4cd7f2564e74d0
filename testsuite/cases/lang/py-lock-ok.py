# Flushes and unlocks a locked target, by mpi4py.
# case: lines=no
from array import array

from mpi4py import MPI

world = MPI.COMM_WORLD
win = MPI.Win.Create(bytearray(64), 1, comm=world)
value = array('d', [1.5])
if world.rank == 0:
    win.Lock(1, MPI.LOCK_SHARED)
    win.Accumulate([value, MPI.DOUBLE], 1)
    win.Flush(1)
    win.Unlock(1)
win.Free()
