"""Rank 1 ends with an exception, the others wait for it. Python has a handler of SIGINT."""
from mpi4py import MPI


def reads(rank):
    if rank == 1:
        raise ValueError('no input')


reads(MPI.COMM_WORLD.rank)
MPI.COMM_WORLD.Barrier()
