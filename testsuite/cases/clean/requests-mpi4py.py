# Nonblocking and persistent requests of mpi4py, and windows that messages synchronise.
from array import array

from mpi4py import MPI

world = MPI.COMM_WORLD
rank, peer = world.rank, 1 - world.rank
out, into = array('i', [rank]), array('i', [-1])
memory = bytearray(64)
win = MPI.Win.Create(memory, 4, comm=world)

# a request for each way to complete it
for complete in ('Wait', 'Test', 'Waitall', 'Waitany', 'Testall', 'Waitsome'):
    requests = [world.Irecv([into, MPI.INT], peer, 1), world.Isend([out, MPI.INT], peer, 1)]
    if complete == 'Wait':
        for request in requests:
            request.Wait()
    elif complete == 'Test':
        for request in requests:
            while not request.Test():
                pass
    elif complete == 'Testall':
        while not MPI.Request.Testall(requests):
            pass
    elif complete == 'Waitany':
        for _ in requests:
            MPI.Request.Waitany(requests)
    elif complete == 'Waitsome':
        left = 2
        while left:
            left -= len(MPI.Request.Waitsome(requests))
    else:
        MPI.Request.Waitall(requests)
    out[0] = into[0] + 1

# persistent
send = world.Ssend_init([out, MPI.INT], peer, 2)
receive = world.Recv_init([into, MPI.INT], peer, 2)
for _ in range(3):
    MPI.Prequest.Startall([receive, send])
    MPI.Request.Waitall([receive, send])
    out[0] = into[0]
send.Free()
receive.Free()

# a put, its flush and a message
win.Lock_all()
for step in range(3):
    win.Put([out, MPI.INT], peer, [step, 1, MPI.INT])
    win.Flush(peer)
    world.sendrecv(None, peer, 3, None, peer, 3)
    win.Sync()
    MPI.COMM_SELF.Sendrecv([memoryview(memory)[4 * step:4 * step + 4], MPI.BYTE], 0, 0,
                           [into, MPI.BYTE], 0, 0)
    world.sendrecv(None, peer, 4, None, peer, 4)
win.Unlock_all()
if rank == 0:
    print(into[0])
win.Free()
