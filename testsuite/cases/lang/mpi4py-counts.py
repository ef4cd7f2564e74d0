# mpi4py 3.1 makes arrays of the lists of counts, and frees them while the operation that was given
# them still runs (section 5.12 of the standard: they must not be changed before it is complete).
# case: ranks=3 lines=no options="--trace=pages"
from array import array

from mpi4py import MPI

world = MPI.COMM_WORLD
mine, got = array('i', range(3)), array('i', [0])
world.Ireduce_scatter([mine, MPI.INT], [got, MPI.INT], [1, 1, 1]).Wait()  # expect: buffer-race
