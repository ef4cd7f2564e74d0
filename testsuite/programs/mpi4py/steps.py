"""Calls a library that makes datatypes and a communicator and frees none."""
import ctypes
import sys

from mpi4py import MPI

library = ctypes.CDLL(sys.argv[1])
for _ in range(3):
    library.work()
print(MPI.COMM_WORLD.size)
