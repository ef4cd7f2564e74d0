"""The methods of windows."""
from array import array

from mpi4py import MPI

I = MPI.INT


def walk(world, log):
    for step in (queries, fences, active, passive, atomics, requests, shared, dynamic):
        step(world, log)


def values(win, n=4):
    return list(memoryview(win.tomemory()).cast('i')[:n])


def clear(win, rank):
    """Stores under a lock, so that the values are in the public copy, too."""
    win.Lock(rank, MPI.LOCK_EXCLUSIVE)
    memoryview(win.tomemory()).cast('i')[:] = array('i', [0] * 4)
    win.Unlock(rank)


def queries(world, log):
    memory = array('i', [0] * 4)
    win = MPI.Win.Create(memory, 4, comm=world)
    win.Set_name('walked')
    group = win.Get_group()
    again = win.group
    log('Win', win.Get_name(), win.name, group.size, again.size, win.flavor == MPI.WIN_FLAVOR_CREATE,
        win.model in (MPI.WIN_UNIFIED, MPI.WIN_SEPARATE), win.attrs[1:])
    group.Free()
    again.Free()
    handler = win.Get_errhandler()
    win.Set_errhandler(handler)
    handler.Free()
    info = MPI.Info.Create()
    win.Set_info(info)
    others = [win.Get_info(), win.info]
    for i in [info, *others]:
        i.Free()
    log('Win py2f', MPI.Win.f2py(win.py2f()) == win)
    win.Free()


def fences(world, log):
    n, rank = world.size, world.rank
    win = MPI.Win.Allocate(16, 4, comm=world)
    clear(win, rank)
    out, got = array('i', [rank + 1]), array('i', [0])
    win.Fence()
    win.Put([out, I], (rank + 1) % n, 0)
    win.Accumulate([out, I], (rank + 1) % n, 1)
    win.Fence()
    win.Get([got, I], (rank + 1) % n, 0)
    win.Fence()
    log('Fence', got[0], values(win))
    win.Free()


def active(world, log):
    n, rank = world.size, world.rank
    win = MPI.Win.Allocate(16, 4, comm=world)
    clear(win, rank)
    world.Barrier()
    group = world.Get_group()
    right, left = group.Incl([(rank + 1) % n]), group.Incl([(rank - 1) % n])
    out = array('i', [rank + 10])
    for way in ('Wait', 'Test'):
        win.Post(left)
        win.Start(right)
        win.Put([out, I], (rank + 1) % n, 2)
        win.Complete()
        if way == 'Wait':
            win.Wait()
        else:
            while not win.Test():
                pass
        log(way, values(win))
    for g in (right, left, group):
        g.Free()
    win.Free()


def passive(world, log):
    n, rank = world.size, world.rank
    win = MPI.Win.Allocate(16, 4, comm=world)
    clear(win, rank)
    world.Barrier()
    out, got = array('i', [rank + 20]), array('i', [0])
    win.Lock((rank + 1) % n, MPI.LOCK_EXCLUSIVE)
    win.Put([out, I], (rank + 1) % n, 0)
    win.Unlock((rank + 1) % n)
    world.Barrier()
    win.Lock_all()
    win.Get([got, I], (rank + 1) % n, 0)
    win.Flush((rank + 1) % n)
    log('Flush', got[0])
    win.Put([out, I], (rank + 1) % n, 1)
    win.Flush_local((rank + 1) % n)
    win.Flush_local_all()
    win.Flush_all()
    world.Barrier()
    win.Sync()
    log('Sync', values(win))
    world.Barrier()
    win.Unlock_all()
    win.Free()


def atomics(world, log):
    rank = world.rank
    win = MPI.Win.Allocate(16, 4, comm=world)
    clear(win, rank)
    world.Barrier()
    one, got, old = array('i', [1]), array('i', [0]), array('i', [rank])
    win.Lock_all()
    win.Fetch_and_op([one, I], [got, I], rank, 0)
    win.Flush(rank)
    log('Fetch_and_op', got[0])
    win.Compare_and_swap([one, I], [got, I], [old, I], rank, 0)
    win.Flush(rank)
    log('Compare_and_swap', old[0])
    win.Get_accumulate([one, I], [got, I], rank, 0)
    win.Flush(rank)
    log('Get_accumulate', got[0])
    win.Accumulate([one, I], 0, 3)
    win.Unlock_all()
    world.Barrier()
    win.Lock(rank)
    log('Accumulate', values(win)[3])
    win.Unlock(rank)
    win.Free()


def requests(world, log):
    n, rank = world.size, world.rank
    win = MPI.Win.Allocate(16, 4, comm=world)
    clear(win, rank)
    world.Barrier()
    out, got, more = array('i', [rank + 30]), array('i', [0]), array('i', [1])
    win.Lock_all()
    win.Rput([out, I], (rank + 1) % n, 0).Wait()
    win.Flush((rank + 1) % n)
    win.Rget([got, I], (rank + 1) % n, 0).Wait()
    log('Rget', got[0])
    win.Raccumulate([more, I], (rank + 1) % n, 1).Wait()
    win.Flush((rank + 1) % n)
    win.Rget_accumulate([more, I], [got, I], (rank + 1) % n, 1).Wait()
    log('Rget_accumulate', got[0])
    win.Unlock_all()
    world.Barrier()
    win.Free()


def shared(world, log):
    n, rank = world.size, world.rank
    node = world.Split_type(MPI.COMM_TYPE_SHARED)
    win = MPI.Win.Allocate_shared(8, 4, comm=node)
    memory, unit = win.Shared_query((node.rank + 1) % node.size)
    win.Lock_all()
    mine = memoryview(win.tomemory()).cast('i')
    mine[0] = rank
    win.Sync()
    node.Barrier()
    win.Sync()
    log('Shared_query', memoryview(memory).cast('i')[0], unit, win.flavor == MPI.WIN_FLAVOR_SHARED)
    node.Barrier()
    win.Unlock_all()
    win.Free()
    node.Free()


def dynamic(world, log):
    n, rank = world.size, world.rank
    win = MPI.Win.Create_dynamic(comm=world)
    memory = array('i', [0] * 8)
    win.Attach(memory)
    places = world.allgather(MPI.Get_address(memory))
    out = array('i', [rank + 40])
    win.Lock_all()
    win.Put([out, I], (rank + 1) % n, places[(rank + 1) % n] + 4)
    win.Flush_all()
    world.Barrier()
    win.Sync()
    log('Attach', memory[1])
    world.Barrier()
    win.Unlock_all()
    win.Detach(memory)
    win.Free()
