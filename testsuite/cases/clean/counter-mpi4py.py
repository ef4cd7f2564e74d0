# Counts by Fetch_and_op inside a lock-all epoch, by mpi4py.
from array import array

from mpi4py import MPI

world = MPI.COMM_WORLD
win = MPI.Win.Allocate(4 if world.rank == 0 else 0, 4, comm=world)
one, was, zero = array('i', [1]), array('i', [0]), array('i', [0])
if world.rank == 0:
    win.Lock(0)
    win.Put([zero, MPI.INT], 0)
    win.Unlock(0)
world.Barrier()
win.Lock_all()
for _ in range(10):
    win.Fetch_and_op([one, MPI.INT], [was, MPI.INT], 0)
    win.Flush(0)
win.Unlock_all()
world.Barrier()
if world.rank == 0:
    win.Lock(0, MPI.LOCK_SHARED)
    win.Get([was, MPI.INT], 0)
    win.Unlock(0)
    print('counted', was[0])
win.Free()
