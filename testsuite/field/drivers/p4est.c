/* A forest of quadtrees: refined, balanced, partitioned, with ghosts, and numbered nodes. */
#include <p4est_bits.h>
#include <p4est_extended.h>
#include <p4est_ghost.h>
#include <p4est_lnodes.h>
#include <stdio.h>

static int near_the_middle(p4est_t *forest, p4est_topidx_t tree, p4est_quadrant_t *at) {
    (void)forest, (void)tree;
    return at->level < 6 && (at->x >> 20) != (at->y >> 21);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    sc_init(MPI_COMM_WORLD, 0, 0, NULL, SC_LP_ESSENTIAL);
    p4est_init(NULL, SC_LP_ESSENTIAL);
    p4est_connectivity_t *shape = p4est_connectivity_new_star();
    p4est_t *forest = p4est_new_ext(MPI_COMM_WORLD, shape, 0, 2, 1, 0, NULL, NULL);
    p4est_refine(forest, 1, near_the_middle, NULL);
    p4est_partition(forest, 0, NULL);
    p4est_balance(forest, P4EST_CONNECT_FULL, NULL);
    p4est_partition(forest, 0, NULL);
    p4est_ghost_t *ghosts = p4est_ghost_new(forest, P4EST_CONNECT_FULL);
    p4est_lnodes_t *nodes = p4est_lnodes_new(forest, ghosts, 1);
    if (!forest->mpirank)
        printf("%ld quadrants, %ld ghosts here\n", (long)forest->global_num_quadrants, (long)ghosts->ghosts.elem_count);
    p4est_lnodes_destroy(nodes);
    p4est_ghost_destroy(ghosts);
    p4est_destroy(forest);
    p4est_connectivity_destroy(shape);
    sc_finalize();
    MPI_Finalize();
    return 0;
}
