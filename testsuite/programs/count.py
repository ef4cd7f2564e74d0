"""Makes the same calls as count.c, through mpi4py."""
import array

from mpi4py import MPI

comm = MPI.COMM_WORLD
rank, size = comm.Get_rank(), comm.Get_size()
value = array.array('i', [1])
total = array.array('i', [0])
for _ in range(3):
    comm.Barrier()
for _ in range(5):
    comm.Allreduce([value, MPI.INT], [total, MPI.INT], op=MPI.SUM)
for _ in range(2):
    comm.Bcast([value, MPI.INT], root=0)
if rank == 0:
    comm.Send([value, MPI.INT], dest=1, tag=7)
if rank == 1:
    comm.Recv([value, MPI.INT], source=0, tag=7)
