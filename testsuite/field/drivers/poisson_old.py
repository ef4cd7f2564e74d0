"""A nonlinear equation on a distributed mesh, with the older DOLFIN: solved, written, read again."""
import sys

import dolfin as d


def main(side):
    d.set_log_level(40)
    d.parameters['ghost_mode'] = 'shared_facet'
    square = d.UnitSquareMesh(side, side)
    space = d.FunctionSpace(square, 'Lagrange', 2)
    fixed = d.DirichletBC(space, d.Constant(1), 'on_boundary')
    u, v = d.Function(space), d.TestFunction(space)
    source = d.Expression('10 * sin(6 * x[0]) * x[1]', degree=2)
    form = (1 + u**2) * d.inner(d.grad(u), d.grad(v)) * d.dx - source * v * d.dx
    newton = {'linear_solver': 'gmres', 'preconditioner': 'hypre_amg'}
    d.solve(form == 0, u, fixed, solver_parameters={'nonlinear_solver': 'newton', 'newton_solver': newton})

    # jumps over facets need the cells of the other processes
    normal = d.FacetNormal(square)
    jumps = d.assemble(d.jump(d.grad(u), normal)**2 * d.dS)
    with d.HDF5File(square.mpi_comm(), 'found.h5', 'w') as file:
        file.write(square, '/mesh')
        file.write(u, '/u')
    again = d.Mesh(square.mpi_comm())
    with d.HDF5File(square.mpi_comm(), 'found.h5', 'r') as file:
        file.read(again, '/mesh', False)
        back = d.Function(d.FunctionSpace(again, 'Lagrange', 2))
        file.read(back, '/u')
    total, same = d.assemble(u * d.dx), d.assemble(back * d.dx(again))
    marked = d.MeshFunction('bool', square, 2, False)
    d.CompiledSubDomain('x[0] < 0.3').mark(marked, True)
    finer = d.refine(square, marked)
    area = d.assemble(d.Constant(1) * d.dx(finer))
    if d.MPI.rank(square.mpi_comm()) == 0:
        print(space.dim(), f'{area:.6f} {total:.6f} {same:.6f} {jumps:.2e}')


main(int(sys.argv[1]))
