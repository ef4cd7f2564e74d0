# Puts without an epoch, by mpi4py.
# case: lines=no
from array import array

from mpi4py import MPI

world = MPI.COMM_WORLD
win = MPI.Win.Allocate(16, 4, comm=world)
value = array('i', [7])
if world.rank == 0:
    try:
        win.Put([value, MPI.INT], 1)  # expect: op-outside-epoch
    except MPI.Exception:
        pass
win.Free()
