# The store comes after the fence. mpi4py asks for MPI_THREAD_MULTIPLE: the stores of such a program are seen, too.
# case: ranks=2
from mpi4py import MPI

world = MPI.COMM_WORLD
origin = bytearray(4)
win = MPI.Win.Allocate(40, 4, comm=world)
memory = memoryview(win.tomemory()).cast('i')
win.Fence()
if world.rank == 0:
    win.Put([origin, MPI.INT], 1, 5)
win.Fence()
if world.rank == 1:
    memory[5] = 7
win.Fence()
del memory
win.Free()
