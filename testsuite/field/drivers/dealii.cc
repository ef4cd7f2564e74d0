// Poisson's equation on a distributed, adaptively refined mesh, with deal.II; Trilinos or PETSc solve it.
#include <deal.II/base/conditional_ostream.h>
#include <deal.II/base/function.h>
#include <deal.II/base/index_set.h>
#include <deal.II/base/quadrature_lib.h>
#include <deal.II/distributed/grid_refinement.h>
#include <deal.II/distributed/solution_transfer.h>
#include <deal.II/distributed/tria.h>
#include <deal.II/dofs/dof_handler.h>
#include <deal.II/dofs/dof_tools.h>
#include <deal.II/fe/fe_q.h>
#include <deal.II/fe/fe_values.h>
#include <deal.II/grid/grid_generator.h>
#include <deal.II/lac/affine_constraints.h>
#include <deal.II/lac/dynamic_sparsity_pattern.h>
#include <deal.II/lac/full_matrix.h>
#include <deal.II/lac/generic_linear_algebra.h>
#include <deal.II/lac/sparsity_tools.h>
#include <deal.II/lac/vector.h>
#include <deal.II/numerics/data_out.h>
#include <deal.II/numerics/error_estimator.h>
#include <deal.II/numerics/vector_tools.h>
#include <iomanip>
#include <iostream>

using namespace dealii;
namespace LA = dealii::FIELD_ALGEBRA;

int main(int argc, char **argv) {
    Utilities::MPI::MPI_InitFinalize mpi(argc, argv, 1);
    const MPI_Comm world = MPI_COMM_WORLD;
    ConditionalOStream out(std::cout, Utilities::MPI::this_mpi_process(world) == 0);
    parallel::distributed::Triangulation<2> mesh(world);
    GridGenerator::hyper_L(mesh, -1, 1);
    mesh.refine_global(std::atoi(argv[1]));
    const FE_Q<2> element(2);
    const QGauss<2> points(3);
    DoFHandler<2> numbers(mesh);
    LA::MPI::Vector kept; // of the coarser mesh
    for (int round = 0; round < 5; round++) {
        numbers.distribute_dofs(element);
        const IndexSet own = numbers.locally_owned_dofs();
        IndexSet relevant;
        DoFTools::extract_locally_relevant_dofs(numbers, relevant);
        AffineConstraints<double> constraints(relevant);
        DoFTools::make_hanging_node_constraints(numbers, constraints);
        VectorTools::interpolate_boundary_values(numbers, 0, Functions::ZeroFunction<2>(), constraints);
        constraints.close();
        DynamicSparsityPattern pattern(relevant);
        DoFTools::make_sparsity_pattern(numbers, pattern, constraints, false);
        SparsityTools::distribute_sparsity_pattern(pattern, own, world, relevant);
        LA::MPI::SparseMatrix matrix;
        matrix.reinit(own, own, pattern, world);
        LA::MPI::Vector load(own, world), found(own, world), shown(own, relevant, world);

        FEValues<2> values(element, points, update_values | update_gradients | update_JxW_values);
        const unsigned n = element.n_dofs_per_cell();
        FullMatrix<double> part(n, n);
        Vector<double> part_of_load(n);
        std::vector<types::global_dof_index> which(n);
        for (const auto &cell : numbers.active_cell_iterators()) {
            if (!cell->is_locally_owned())
                continue;
            values.reinit(cell);
            part = 0;
            part_of_load = 0;
            for (unsigned q = 0; q < points.size(); q++)
                for (unsigned i = 0; i < n; i++) {
                    for (unsigned j = 0; j < n; j++)
                        part(i, j) += values.shape_grad(i, q) * values.shape_grad(j, q) * values.JxW(q);
                    part_of_load(i) += values.shape_value(i, q) * values.JxW(q);
                }
            cell->get_dof_indices(which);
            constraints.distribute_local_to_global(part, part_of_load, which, matrix, load);
        }
        matrix.compress(VectorOperation::add);
        load.compress(VectorOperation::add);

        SolverControl control(numbers.n_dofs(), 1e-10 * load.l2_norm());
        LA::SolverCG solver(control);
        LA::MPI::PreconditionAMG amg;
        amg.initialize(matrix);
        solver.solve(matrix, found, load, amg);
        constraints.distribute(found);
        shown = found;
        Vector<float> errors(mesh.n_active_cells());
        KellyErrorEstimator<2>::estimate(numbers, QGauss<1>(3), {}, shown, errors);
        out << mesh.n_global_active_cells() << " cells, " << numbers.n_dofs() << " unknowns, " << std::setprecision(5)
            << found.linfty_norm() << " at most, error " << std::setprecision(2)
            << VectorTools::compute_global_error(mesh, errors, VectorTools::L2_norm) << "\n";
        if (round == 4) {
            DataOut<2> data;
            data.attach_dof_handler(numbers);
            data.add_data_vector(shown, "u");
            data.build_patches();
            data.write_vtu_in_parallel("u.vtu", world);
            break;
        }
        parallel::distributed::GridRefinement::refine_and_coarsen_fixed_number(mesh, errors, 0.3, 0.03);
        mesh.prepare_coarsening_and_refinement();
        parallel::distributed::SolutionTransfer<2, LA::MPI::Vector> transfer(numbers);
        transfer.prepare_for_coarsening_and_refinement(shown);
        mesh.execute_coarsening_and_refinement();
        numbers.distribute_dofs(element);
        kept.reinit(numbers.locally_owned_dofs(), world);
        transfer.interpolate(kept);
        out << std::setprecision(4) << kept.linfty_norm() << " on the finer mesh\n";
    }
    return 0;
}
