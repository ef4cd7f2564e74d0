/* finding_reduction.h: in MPI_Finalize the ranks merge what they found: a reduction to rank 0
 * on a logical topology of the ranks (report/journal/reduction.h), the 2-tree or the ring, by
 * messages on the private communicator. Rank 0 then has all of it in its journal
 * (report/journal/bundle.h).
 *
 * The journals stay what counts: if a rank cannot take part, is not heard of for too long, or
 * there is too much to hold, rank 0 writes nothing, and the report is made from the journals.
 * No wait is without bound. Where no rank found anything this is one reduction of two numbers.
 */
#ifndef FENCEPOST_INTERPOSE_REDUCE_H
#define FENCEPOST_INTERPOSE_REDUCE_H

/* Collective over all ranks, when nothing is written to the journals any more. */
void reduce_ranks(void);

#endif
