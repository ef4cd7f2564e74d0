"""The methods of communicators and groups."""
from array import array

from mpi4py import MPI

I = MPI.INT


def ints(*values):
    return array('i', values)


def walk(world, log):
    for step in (queries, groups, makers, modes, objects, probes, collectives, vectors, nonblocking,
                 lower_case, inter, cartesian, graphs, neighbours):
        step(world, log)


def queries(world, log):
    log('Get_rank', world.Get_rank(), world.rank, world.Get_size(), world.size)
    log('Is', world.Is_inter(), world.Is_intra(), world.is_inter, world.is_intra, world.is_topo)
    log('Get_topology', world.Get_topology() == MPI.UNDEFINED, world.topology == MPI.UNDEFINED)
    world.Set_name('walked')
    log('Get_name', world.Get_name(), world.name)
    handler = world.Get_errhandler()
    world.Set_errhandler(handler)
    handler.Free()
    info = MPI.Info.Create()
    world.Set_info(info)
    other = world.Get_info()
    third = world.info
    log('Get_info', type(other).__name__, type(third).__name__)
    for i in (info, other, third):
        i.Free()
    log('py2f', MPI.Comm.f2py(world.py2f()) == world)


def groups(world, log):
    group = world.Get_group()
    same = world.group
    log('Group', group.Get_rank(), group.rank, group.Get_size(), group.size,
        MPI.Group.Compare(group, same) == MPI.IDENT)
    made = [group.Dup(), group.Incl([0]), group.Excl([0]), group.Range_incl([(0, 1, 1)]),
            group.Range_excl([(0, 0, 1)])]
    made += [MPI.Group.Union(made[1], made[2]), MPI.Group.Intersection(made[1], made[3]),
             MPI.Group.Intersect(made[1], made[3]), MPI.Group.Difference(group, made[1])]
    log('Group sizes', *(g.size for g in made))
    log('Translate_ranks', *MPI.Group.Translate_ranks(made[2], [0], group))
    log('Group py2f', MPI.Group.f2py(group.py2f()) == group)
    for g in made + [group, same]:
        g.Free()


def makers(world, log):
    dup = world.Dup()
    clone = world.Clone()
    info = MPI.Info.Create()
    with_info = world.Dup_with_info(info)
    info.Free()
    idup, request = world.Idup()
    request.Wait()
    split = world.Split(world.rank % 2, world.rank)
    shared = world.Split_type(MPI.COMM_TYPE_SHARED)
    group = world.Get_group()
    first = group.Incl([0])
    some = world.Create(first)
    if world.rank == 0:
        alone = world.Create_group(first)
        log('Create_group', alone.size)
        alone.Free()
    log('Compare', MPI.Comm.Compare(world, dup) == MPI.CONGRUENT, split.size, shared.size,
        some != MPI.COMM_NULL)
    for comm in (dup, clone, with_info, idup, split, shared):
        comm.Free()
    if some != MPI.COMM_NULL:
        some.Free()
    first.Free()
    group.Free()


def modes(world, log):
    """Sends to the next rank in every way, by the methods with upper-case names."""
    right, left = (world.rank + 1) % world.size, (world.rank - 1) % world.size
    out, got = ints(world.rank, 7), ints(0, 0)
    for name in ('Isend', 'Issend', 'Irsend'):
        ready = world.Irecv([got, I], left, 3)
        world.Barrier()
        request = getattr(world, name)([out, I], right, 3)
        request.Wait()
        ready.Wait()
        log(name, *got)
    for name in ('Send', 'Ssend', 'Rsend'):
        ready = world.Irecv([got, I], left, 4)
        world.Barrier()
        getattr(world, name)([out, I], right, 4)
        status = MPI.Status()
        ready.Wait(status)
        log(name, *got, status.Get_count(I), status.source, status.tag)
    request = world.Isend([out, I], right, 5)
    world.Recv([got, I], left, 5)
    request.Wait()
    world.Sendrecv([out, I], right, 6, [got, I], left, 6)
    log('Sendrecv', *got)
    world.Sendrecv_replace([got, I], right, 7, left, 7)
    log('Sendrecv_replace', *got)


def buffered(world, log):
    """Buffered sends are not for two threads at once: a process has one buffer for all threads."""
    right, left = (world.rank + 1) % world.size, (world.rank - 1) % world.size
    out, got = ints(world.rank), ints(0)
    room = bytearray(1 << 16)
    MPI.Attach_buffer(room)
    world.Bsend([out, I], right, 15)
    world.Recv([got, I], left, 15)
    log('Bsend', *got)
    request = world.Ibsend([out, I], right, 15)
    world.Recv([got, I], left, 15)
    request.Wait()
    log('Ibsend', *got)
    request = world.Bsend_init([out, I], right, 15)
    request.Start()
    world.Recv([got, I], left, 15)
    request.Wait()
    request.Free()
    log('Bsend_init', *got)
    world.bsend(world.rank, right, 16)
    log('bsend', world.recv(source=left, tag=16))
    request = world.ibsend(world.rank, right, 16)
    log('ibsend', world.recv(source=left, tag=16))
    request.wait()
    MPI.Detach_buffer()


def objects(world, log):
    """The same by the methods with lower-case names."""
    right, left = (world.rank + 1) % world.size, (world.rank - 1) % world.size
    thing = {'rank': world.rank, 'more': list(range(3))}
    for name in ('isend', 'issend'):
        request = getattr(world, name)(thing, right, 8)
        log(name, world.recv(source=left, tag=8)['rank'])
        request.wait()
    receive = world.irecv(source=left, tag=10)
    request = world.isend(thing, right, 10)
    log('irecv', receive.wait()['rank'])
    request.wait()
    if world.rank == 0:
        world.send(thing, 1, 11)
        world.ssend(thing, 1, 11)
    elif world.rank == 1:
        log('send', world.recv(source=0, tag=11)['rank'], world.recv(source=0, tag=11)['rank'])
    log('sendrecv', world.sendrecv(thing, right, 12, source=left, recvtag=12)['rank'])


def probes(world, log):
    right, left = (world.rank + 1) % world.size, (world.rank - 1) % world.size
    out, got = ints(world.rank), ints(0)
    for how in ('Probe', 'Iprobe', 'Mprobe', 'Improbe', 'probe', 'iprobe', 'mprobe', 'improbe'):
        lower = how.islower()
        request = world.isend(world.rank, right, 13) if lower else world.Isend([out, I], right, 13)
        found = getattr(world, how)(left, 13)
        while not found:
            found = getattr(world, how)(left, 13)
        if lower:
            got[0] = found.recv() if how in ('mprobe', 'improbe') else world.recv(source=left, tag=13)
        elif how in ('Mprobe', 'Improbe'):
            found.Recv([got, I])
        else:
            world.Recv([got, I], left, 13)
        request.wait() if lower else request.Wait()
        log(how, got[0])


def collectives(world, log):
    n, rank = world.size, world.rank
    one, all_ = ints(rank), ints(*range(n))
    got, gots = ints(0), ints(*[0] * n)
    world.Barrier()
    world.Bcast([got, I], 0)
    for name, arguments in {
            'Allreduce': ([one, I], [got, I]), 'Allgather': ([one, I], [gots, I]),
            'Alltoall': ([all_, I], [gots, I]), 'Gather': ([one, I], [gots, I]),
            'Scatter': ([all_, I], [got, I]), 'Reduce': ([one, I], [got, I]),
            'Scan': ([one, I], [got, I]), 'Exscan': ([one, I], [got, I]),
            'Reduce_scatter_block': ([all_, I], [got, I])}.items():
        getattr(world, name)(*arguments)
        log(name, got[0], *gots)
    world.Reduce_scatter([all_, I], [got, I], [1] * n)
    log('Reduce_scatter', got[0])
    world.Allreduce(MPI.IN_PLACE, [got, I], op=MPI.MAX)
    log('Allreduce in place', got[0])


def vectors(world, log):
    n = world.size
    one, all_, gots = ints(world.rank), ints(*range(n)), ints(*[0] * n)
    ones, at, bytes_at, kinds = [1] * n, list(range(n)), [4 * i for i in range(n)], [I] * n
    got = ints(0)
    world.Allgatherv([one, I], [gots, ones, at, I])
    log('Allgatherv', *gots)
    world.Alltoallv([all_, ones, at, I], [gots, ones, at, I])
    log('Alltoallv', *gots)
    world.Alltoallw([all_, ones, bytes_at, kinds], [gots, ones, bytes_at, kinds])
    log('Alltoallw', *gots)
    world.Gatherv([one, I], [gots, ones, at, I])
    world.Scatterv([all_, ones, at, I], [got, I])
    log('Scatterv', got[0], *gots)


def nonblocking(world, log):
    n = world.size
    one, all_ = ints(world.rank), ints(*range(n))
    got, gots = ints(0), ints(*[0] * n)
    ones, at, bytes_at, kinds = [1] * n, list(range(n)), [4 * i for i in range(n)], [I] * n
    for name, arguments in {
            'Ibarrier': (), 'Ibcast': ([got, I],),
            'Iallreduce': ([one, I], [got, I]), 'Iallgather': ([one, I], [gots, I]),
            'Ialltoall': ([all_, I], [gots, I]), 'Igather': ([one, I], [gots, I]),
            'Iscatter': ([all_, I], [got, I]), 'Ireduce': ([one, I], [got, I]),
            'Iscan': ([one, I], [got, I]), 'Iexscan': ([one, I], [got, I]),
            'Ireduce_scatter_block': ([all_, I], [got, I]),
            'Ireduce_scatter': ([all_, I], [got, I], ones),
            'Iallgatherv': ([one, I], [gots, ones, at, I]),
            'Ialltoallv': ([all_, ones, at, I], [gots, ones, at, I]),
            'Ialltoallw': ([all_, ones, bytes_at, kinds], [gots, ones, bytes_at, kinds]),
            'Igatherv': ([one, I], [gots, ones, at, I]),
            'Iscatterv': ([all_, ones, at, I], [got, I])}.items():
        getattr(world, name)(*arguments).Wait()
        log(name, got[0], *gots)


def lower_case(world, log):
    n, rank = world.size, world.rank
    world.barrier()
    log('bcast', world.bcast(rank))
    log('gather', world.gather(rank))
    log('scatter', world.scatter([[i, 'x'] for i in range(n)] if rank == 0 else None))
    log('allgather', world.allgather(rank))
    log('alltoall', world.alltoall([(rank, i) for i in range(n)]))
    log('reduce', world.reduce(rank), world.allreduce(rank), world.scan(rank), world.exscan(rank))


def inter(world, log):
    half = world.Split(world.rank % 2, world.rank)
    other = half.Create_intercomm(0, world, 1 - world.rank % 2, 14)
    theirs = other.Get_remote_group()
    again = other.remote_group
    log('Intercomm', other.Get_remote_size(), other.remote_size, theirs.size, again.size,
        other.is_inter)
    theirs.Free()
    again.Free()
    log('inter allgather', other.allgather(world.rank))
    merged = other.Merge(world.rank % 2)
    log('Merge', merged.size)
    for comm in (merged, other, half):
        comm.Free()


def cartesian(world, log):
    log('Cart_map', world.Cart_map([world.size], [True]) >= 0)
    cart = world.Create_cart([world.size], periods=[True])
    log('Cart', cart.Get_dim(), cart.dim, cart.ndim, cart.dims, cart.periods, cart.coords,
        cart.Get_topo(), cart.topo, cart.Get_cart_rank([0]), cart.Get_coords(0), cart.Shift(0, 1))
    log('Cart degrees', cart.degrees, cart.indegree, cart.outdegree, cart.inedges, cart.outedges,
        cart.inoutedges)
    sub = cart.Sub([True])
    log('Sub', sub.size)
    sub.Free()
    cart.Free()


def graphs(world, log):
    n = world.size
    index, edges = list(range(1, n + 1)), [(i + 1) % n for i in range(n)]
    log('Graph_map', world.Graph_map(index, edges) >= 0)
    graph = world.Create_graph(index, edges)
    log('Graph', graph.Get_dims(), graph.dims, graph.nnodes, graph.nedges, graph.index,
        graph.edges, graph.Get_topo(), graph.topo, graph.Get_neighbors_count(0),
        graph.nneighbors, graph.Get_neighbors(0), graph.neighbors)
    graph.Free()
    dist = world.Create_dist_graph([world.rank], [1], [(world.rank + 1) % n])
    log('Dist_graph', dist.Get_dist_neighbors_count(), dist.Get_dist_neighbors())
    dist.Free()


def neighbours(world, log):
    n = world.size
    ring = world.Create_dist_graph_adjacent([(world.rank - 1) % n], [(world.rank + 1) % n])
    one, got = ints(world.rank), ints(0)
    for prefix in ('', 'I'):
        for name, arguments in {
                'neighbor_allgather': ([one, I], [got, I]),
                'neighbor_alltoall': ([one, I], [got, I]),
                'neighbor_allgatherv': ([one, I], [got, [1], [0], I]),
                'neighbor_alltoallv': ([one, [1], [0], I], [got, [1], [0], I]),
                'neighbor_alltoallw': ([one, [1], [0], [I]], [got, [1], [0], [I]])}.items():
            method = prefix + name if prefix else name[0].upper() + name[1:]
            request = getattr(ring, method)(*arguments)
            if prefix:
                request.Wait()
            log(method, got[0])
    log('neighbor objects', ring.neighbor_allgather(world.rank), ring.neighbor_alltoall([world.rank]))
    ring.Free()
