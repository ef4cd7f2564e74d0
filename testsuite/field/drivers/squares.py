"""A pool of processes squares numbers."""
from mpi4py.futures import MPIPoolExecutor


def square(x):
    return x * x


if __name__ == '__main__':
    with MPIPoolExecutor() as pool:
        print(sum(pool.map(square, range(200), chunksize=5)))
