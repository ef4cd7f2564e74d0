"""A loop of small mpi4py calls, one of CALLS, on two ranks: rank 0 prints the seconds that an
iteration takes, as bench.h does."""
import array
import os
import sys
import time

from mpi4py import MPI

BATCHES = 200
CALLS = {}
comm = MPI.COMM_WORLD
rank = comm.rank
other = 1 - rank
value = array.array('d', [1])
# 'ping' makes no window, because messages cost less in a program that has none.
win = None if sys.argv[1] == 'ping' else MPI.Win.Allocate(64, comm=comm)


def call(function):
    CALLS[function.__name__] = function
    return function


@call
def ping():
    if rank == 0:
        comm.Send(value, 1)
        comm.Recv(value, 1)
    else:
        comm.Recv(value, 0)
        comm.Send(value, 0)


@call
def put():
    if rank == 0:
        win.Put(value, 1)
        win.Flush(1)


@call
def lock():
    if rank == 0:
        win.Lock(1)
        win.Put(value, 1)
        win.Unlock(1)


def batch(step, iterations):
    start = time.perf_counter()
    for _ in range(iterations):
        step()
    return (time.perf_counter() - start) / iterations


def main():
    name = sys.argv[1]
    if name == 'put':
        win.Lock_all()
    iterations = 100 * int(os.environ.get('BENCH_LONGER', '1'))
    batch(CALLS[name], iterations)
    comm.Barrier()
    times = sorted(batch(CALLS[name], iterations) for _ in range(BATCHES))
    comm.Barrier()
    if name == 'put':
        win.Unlock_all()
    if win:
        win.Free()
    if rank == 0:
        print(sum(times[:BATCHES // 10]) / (BATCHES // 10))


main()
