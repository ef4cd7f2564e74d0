# A reduction over a binary tree, driven by a thread; nobody waits for the request.
# case: ranks=3
import threading

import mpi4py
mpi4py.rc.thread_level = 'multiple'
from mpi4py import MPI

world = MPI.COMM_WORLD


class Reduction:
    """The sum of one number of each process, at the root."""

    def __init__(self, comm, value):
        self.comm = comm
        self.total = value
        self.request = MPI.Grequest.Start(self.tell, self.finish, self.stop)  # expect: greq-never-waited
        self.thread = threading.Thread(target=self.drive)
        self.thread.start()

    def drive(self):
        me, n = self.comm.rank, self.comm.size
        for child in range(2 * me + 1, min(2 * me + 3, n)):
            self.total += self.comm.recv(source=child, tag=7)
        if me > 0:
            self.comm.send(self.total, dest=(me - 1) // 2, tag=7)
        self.request.Complete()  # site: greq-never-waited

    def tell(self, status):
        status.Set_elements(MPI.INT, 1)
        status.Set_cancelled(False)

    def finish(self):
        self.thread.join()

    def stop(self, complete):
        if not complete:
            raise MPI.Exception(MPI.ERR_OTHER)


comm = world.Dup()
for turn in range(1):
    reduction = Reduction(comm, comm.rank + turn)
    reduction.thread.join()
    if comm.rank == 0:
        print(turn, reduction.total)
comm.Free()
