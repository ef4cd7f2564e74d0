# All collective calls of mpi4py, blocking and nonblocking, each between two puts to one place (that
# mpi4py frees arrays of counts too early is to be seen at level pages: lang/mpi4py-counts.py).
# case: ranks=3 options="--trace=mpi"
from array import array

from mpi4py import MPI

world = MPI.COMM_WORLD
rank, size = world.rank, world.size
one, all_ = array('i', [rank]), array('i', range(size))
got, gots = array('i', [0]), array('i', [0] * size)
ones, at = [1] * size, list(range(size))
memory = array('i', [0] * 4)
win = MPI.Win.Create(memory, 4, comm=world)
I = MPI.INT

EVERYBODY = {  # those in which each rank learns of each other one
    'Barrier': (),
    'Allreduce': ([one, I], [got, I]),
    'Allgather': ([one, I], [gots, I]),
    'Allgatherv': ([one, I], [gots, ones, at, I]),
    'Alltoall': ([all_, I], [gots, I]),
    'Alltoallv': ([all_, ones, at, I], [gots, ones, at, I]),
    'Reduce_scatter_block': ([all_, I], [got, I]),
    'Reduce_scatter': ([all_, I], [got, I], ones),
}
SOMEBODY = {
    'Bcast': ([got, I],),
    'Gather': ([one, I], [gots, I]),
    'Gatherv': ([one, I], [gots, ones, at, I]),
    'Scatter': ([all_, I], [got, I]),
    'Scatterv': ([all_, ones, at, I], [got, I]),
    'Reduce': ([one, I], [got, I]),
    'Scan': ([one, I], [got, I]),
    'Exscan': ([one, I], [got, I]),
}

win.Lock_all()
for prefix in '', 'I':
    for name, arguments in EVERYBODY.items():
        win.Put([one, I], (rank + 1) % size, 0)
        win.Flush_all()
        request = getattr(world, prefix + (name.lower() if prefix else name))(*arguments)
        if prefix:
            request.Wait()
        win.Put([one, I], (rank + 2) % size, 0)
        win.Flush_all()
        world.Barrier()
    for name, arguments in SOMEBODY.items():
        request = getattr(world, prefix + (name.lower() if prefix else name))(*arguments)
        if prefix:
            request.Wait()
win.Unlock_all()
win.Free()
ring = world.Create_cart([size], periods=[True])
both = array('i', [0] * 2)
ring.Neighbor_allgather([one, I], [both, I])
ring.Neighbor_alltoall([both, I], [array('i', [0] * 2), I])
ring.Ineighbor_allgather([one, I], [both, I]).Wait()
ring.Free()
if rank == 0:
    print(got[0], list(gots), list(both))
