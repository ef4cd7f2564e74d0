"""Poisson's and the heat equation on a distributed mesh, with DOLFINx: solved, written and read again."""
import sys

import numpy
import ufl
from dolfinx import fem, io, mesh
from mpi4py import MPI
from petsc4py import PETSc


def main(side):
    world = MPI.COMM_WORLD
    cube = mesh.create_unit_cube(world, side, side, side, ghost_mode=mesh.GhostMode.shared_facet)
    cube.topology.create_connectivity(2, 3)
    space = fem.FunctionSpace(cube, ('Lagrange', 2))
    u, v = ufl.TrialFunction(space), ufl.TestFunction(space)
    walls = fem.locate_dofs_topological(space, 2, mesh.exterior_facet_indices(cube.topology))
    fixed = fem.dirichletbc(PETSc.ScalarType(1), walls, space)
    x = ufl.SpatialCoordinate(cube)
    problem = fem.petsc.LinearProblem(ufl.inner(ufl.grad(u), ufl.grad(v)) * ufl.dx,
                                      ufl.inner(ufl.sin(5 * x[0]) * x[1], v) * ufl.dx, bcs=[fixed],
                                      petsc_options={'ksp_type': 'cg', 'pc_type': 'gamg', 'ksp_rtol': 1e-10})
    found = problem.solve()

    # implicit steps of heat from there
    old = fem.Function(space)
    old.x.array[:] = found.x.array
    step = fem.Constant(cube, PETSc.ScalarType(0.01))
    heat = fem.petsc.LinearProblem((u * v + step * ufl.inner(ufl.grad(u), ufl.grad(v))) * ufl.dx,
                                   old * v * ufl.dx, bcs=[fixed],
                                   petsc_options={'ksp_type': 'cg', 'pc_type': 'jacobi', 'ksp_rtol': 1e-10})
    for _ in range(5):
        old.x.array[:] = heat.solve().x.array

    finer = mesh.create_unit_square(world, 20, 20)
    finer.topology.create_entities(1)
    finer = mesh.refine(finer, redistribute=True)
    with io.XDMFFile(world, 'found.xdmf', 'w') as file:
        file.write_mesh(finer)
    with io.XDMFFile(world, 'found.xdmf', 'r') as file:
        again = file.read_mesh(name='mesh')
    cells = again.topology.index_map(2).size_global

    total = world.allreduce(fem.assemble_scalar(fem.form(found * ufl.dx)), MPI.SUM)
    later = world.allreduce(fem.assemble_scalar(fem.form(old * old * ufl.dx)), MPI.SUM)
    largest = world.allreduce(numpy.max(found.x.array), MPI.MAX)
    if world.rank == 0:
        print(space.dofmap.index_map.size_global, cells, f'{total:.6f} {later:.6f} {largest:.6f}')


main(int(sys.argv[1]))
