"""A nonblocking reduction whose counts mpi4py makes itself."""
import numpy as np
from mpi4py import MPI

comm = MPI.COMM_WORLD
give, got = np.arange(comm.size * 4, dtype='i'), np.zeros(4, dtype='i')
request = comm.Ireduce_scatter(give, got, op=MPI.SUM)
others = [np.full(comm.size, 99, dtype='i') for _ in range(50)]
request.Wait()
got = comm.gather(got)
if comm.rank == 0:  # one process, so that no two lines can be mixed
    print(*got)
