"""h5py, petsc4py, slepc4py and mpi4py-fft, as the argument says."""
import sys

from mpi4py import MPI

comm = MPI.COMM_WORLD


def h5py_file():
    import h5py
    with h5py.File('x.h5', 'w', driver='mpio', comm=comm) as file:
        data = file.create_dataset('d', (comm.size, 100), dtype='i4')
        data[comm.rank] = comm.rank
    with h5py.File('x.h5', 'r', driver='mpio', comm=comm) as file:
        return int(file['d'][(comm.rank + 1) % comm.size].sum())


def petsc(of='cg'):
    import petsc4py
    petsc4py.init([])
    from petsc4py import PETSc
    n = 2000
    a = PETSc.Mat().createAIJ([n, n], nnz=3)
    first, last = a.getOwnershipRange()
    for i in range(first, last):
        a[i, i] = 2.01
        if i > 0:
            a[i, i - 1] = -1.0
        if i < n - 1:
            a[i, i + 1] = -1.0
    a.assemble()
    if of == 'matrix':
        return a
    x, b = a.createVecs()
    b.set(1.0)
    solver = PETSc.KSP().create()
    solver.setOperators(a)
    solver.setType(of)
    solver.getPC().setType('jacobi')
    solver.solve(b, x)
    return solver.getIterationNumber()


def slepc():
    import slepc4py
    slepc4py.init([])
    from slepc4py import SLEPc
    solver = SLEPc.EPS().create()
    solver.setOperators(petsc('matrix'))
    solver.setProblemType(SLEPc.EPS.ProblemType.HEP)
    solver.solve()
    return solver.getConverged() > 0


def fft():
    import numpy as np
    from mpi4py_fft import PFFT, newDistArray
    transform = PFFT(comm, (32, 24, 20), axes=(0, 1, 2), dtype=np.complex128)
    data = newDistArray(transform, False)
    data[:] = np.arange(data.size).reshape(data.shape)
    before = data.copy()
    return bool(np.allclose(transform.backward(transform.forward(data, normalize=True)), before))


said = comm.gather({'h5py': h5py_file, 'petsc': petsc, 'slepc': slepc, 'fft': fft}[sys.argv[1]]())
if comm.rank == 0:
    print(said)
