"""Poisson's equation on a square that is closed in one direction, by dolfinx_mpc's constraints."""
import sys

import dolfinx_mpc
import numpy
import ufl
from dolfinx import fem, mesh
from mpi4py import MPI
from petsc4py import PETSc


def main(side):
    world = MPI.COMM_WORLD
    square = mesh.create_unit_square(world, side, side)
    space = fem.FunctionSpace(square, ('Lagrange', 1))
    walls = mesh.locate_entities_boundary(square, 1, lambda x: numpy.isclose(x[1], 0) | numpy.isclose(x[1], 1))
    fixed = fem.dirichletbc(PETSc.ScalarType(0), fem.locate_dofs_topological(space, 1, walls), space)
    seam = mesh.locate_entities_boundary(square, 1, lambda x: numpy.isclose(x[0], 1))
    tags = mesh.meshtags(square, 1, seam, numpy.full(len(seam), 2, dtype=numpy.int32))

    def other_side(x):
        return numpy.array([x[0] - 1, x[1], x[2]])

    closed = dolfinx_mpc.MultiPointConstraint(space)
    closed.create_periodic_constraint_topological(space, tags, 2, other_side, [fixed])
    closed.finalize()
    u, v = ufl.TrialFunction(space), ufl.TestFunction(space)
    x = ufl.SpatialCoordinate(square)
    source = x[0] * ufl.sin(5 * numpy.pi * x[1]) + ufl.exp(-50 * ((x[0] - 0.9)**2 + (x[1] - 0.5)**2))
    problem = dolfinx_mpc.LinearProblem(ufl.inner(ufl.grad(u), ufl.grad(v)) * ufl.dx, source * v * ufl.dx, closed,
                                        bcs=[fixed], petsc_options={'ksp_type': 'cg', 'ksp_rtol': 1e-10})
    found = problem.solve()
    total = world.allreduce(fem.assemble_scalar(fem.form(found * found * ufl.dx)), MPI.SUM)
    if world.rank == 0:
        print(space.dofmap.index_map.size_global, f'{total:.6e}')


main(int(sys.argv[1]))
