/* finding_reduction.h: in MPI_Finalize the ranks merge what they found. It is a reduction to
 * rank 0 on a logical topology of the ranks (report/journal/reduction.h): the 2-tree or the
 * ring, with messages on the private communicator. Rank 0 then has everything in its journal
 * (report/journal/bundle.h).
 *
 * If a rank cannot take part, is silent for too long, or there is too much data, rank 0 writes
 * nothing, and the report is made from the journals, as without a reduction. No wait is without
 * bound. If no rank found anything, all of this is one reduction of two numbers. */
#ifndef FENCEPOST_INTERPOSE_REDUCE_H
#define FENCEPOST_INTERPOSE_REDUCE_H

/* Collective over all ranks; called when nothing more is written to the journals. */
void reduce_ranks(void);

#endif
