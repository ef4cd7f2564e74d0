"""Uses mpi4py: windows over memory of MPI and of numpy, fences, locks, accumulates, a counter."""
from array import array

from mpi4py import MPI

world = MPI.COMM_WORLD
me, n = world.rank, world.size
following, before = (me + 1) % n, (me - 1) % n

memory = array('d', [me] * 1000)
win = MPI.Win.Create(memory, 8, comm=world)
halves = array('d', [me + 0.5] * 10)
win.Fence()
win.Put(halves, following, (100, 10, MPI.DOUBLE))
win.Fence()
assert memory[100] == before + 0.5 and memory[99] == me, memory[95:115]
got = array('d', [0] * 10)
win.Lock(following, MPI.LOCK_SHARED)
win.Get(got, following, (500, 10, MPI.DOUBLE))
win.Unlock(following)
assert list(got) == [following] * 10
win.Free()
assert memory[500] == me

win = MPI.Win.Allocate(4096, 8, comm=world)
view = memoryview(win.tomemory()).cast('B').cast('l')
win.Lock(me)
for i in range(len(view)):
    view[i] = 0
win.Unlock(me)
world.Barrier()
win.Lock_all()
one, old = array('l', [1]), array('l', [0])
for _ in range(20):
    win.Fetch_and_op(one, old, 0, 0, MPI.SUM)
    win.Flush(0)
win.Accumulate(one, following, (8, 1, MPI.LONG), MPI.SUM)
win.Unlock_all()
world.Barrier()
win.Lock(me)
values = view[0], view[8]
win.Unlock(me)
assert values == (20 * n if me == 0 else 0, 1), values
view.release()
win.Free()
total = world.allreduce(me)
if me == 0:
    print(total)
