# Windows of every kind by mpi4py, with buffers of the standard library only.
from array import array

from mpi4py import MPI

world = MPI.COMM_WORLD
rank, peer = world.rank, 1 - world.rank
value, seen = array('i', [rank + 1]), array('i', [0])


def say(what):
    if rank == 0:
        print(what, seen[0])


# created from an array, fences
memory = array('i', [0] * 4)
win = MPI.Win.Create(memory, 4, comm=world)
win.Fence(MPI.MODE_NOPRECEDE)
win.Put([value, MPI.INT], peer, 0)
win.Fence()
win.Get([seen, MPI.INT], peer, 0)
win.Fence(MPI.MODE_NOSUCCEED)
say('fence')

# post, start, complete, wait
everyone = world.Get_group()
group = everyone.Incl([peer])
everyone.Free()
win.Post(group)
win.Start(group)
win.Accumulate([value, MPI.INT], peer, 1, MPI.SUM)
win.Complete()
win.Wait()
win.Free()
group.Free()
assert memory[1] == peer + 1

# created from a bytearray, exclusive locks
memory = bytearray(16)
win = MPI.Win.Create(memory, 1, comm=world)
win.Lock(0)
win.Put([value, MPI.INT], 0, [4 * rank, 1, MPI.INT])
win.Unlock(0)
world.Barrier()
win.Lock(0, MPI.LOCK_SHARED)
win.Get([seen, MPI.INT], 0, [4, 1, MPI.INT])
win.Unlock(0)
win.Free()
say('lock')

# allocated, lock all, requests
win = MPI.Win.Allocate(16, 4, comm=world)
win.Lock_all()
win.Rput([value, MPI.INT], peer, 0).Wait()
win.Flush(peer)
world.Barrier()
win.Rget([seen, MPI.INT], peer, 0).Wait()
say('allocate')
win.Get_accumulate([value, MPI.INT], [seen, MPI.INT], peer, 0, MPI.SUM)
win.Flush_all()
say('get-accumulate')
zero = array('i', [0])
win.Compare_and_swap([value, MPI.INT], [zero, MPI.INT], [seen, MPI.INT], peer, 2)
win.Flush_local(peer)
win.Fetch_and_op([value, MPI.INT], [zero, MPI.INT], peer, 3, MPI.SUM)
win.Flush(peer)
win.Unlock_all()
win.Free()

# dynamic
win = MPI.Win.Create_dynamic(comm=world)
memory = array('i', [0] * 4)
win.Attach(memory)
places = world.allgather(MPI.Get_address(memory))
win.Fence()
win.Put([value, MPI.INT], peer, places[peer])
win.Fence()
win.Detach(memory)
win.Free()
assert memory[0] == peer + 1

# shared
win = MPI.Win.Allocate_shared(16, 4, comm=world)
theirs, unit = win.Shared_query(peer)
win.Lock_all()
MPI.COMM_SELF.Sendrecv([value, MPI.INT], 0, 0, [theirs, 1, MPI.INT], 0, 0)
win.Sync()
world.Barrier()
win.Sync()
mine, unit = win.Shared_query(rank)
MPI.COMM_SELF.Sendrecv([mine, 1, MPI.INT], 0, 0, [seen, MPI.INT], 0, 0)
win.Unlock_all()
win.Free()
say('shared')
