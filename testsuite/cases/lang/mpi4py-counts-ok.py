# The call that blocks is complete before the arrays are freed.
# case: ranks=3 options="--trace=pages"
from array import array

from mpi4py import MPI

world = MPI.COMM_WORLD
mine, got = array('i', range(3)), array('i', [0])
world.Reduce_scatter([mine, MPI.INT], [got, MPI.INT], [1, 1, 1])
