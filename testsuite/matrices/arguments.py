"""Calls with an argument that the standard does not allow, each with a twin in which the argument is
right: args/CALL-WHAT. All processes make the call, so that none waits for another that was refused."""

FRAME = '''/* {what}. */{keys}
#include "case.h"

int main(void) {{
  int x[8] = {{0}}, y[64] = {{0}}, n[8] = {{0}}, one[8] = {{1, 1, 1, 1, 1, 1, 1, 1}}, at[8] = {{0}}, flag = 0;
  double d[8] = {{0}}, e[8] = {{0}};
  MPI_Comm comm = MPI_COMM_NULL, grid = MPI_COMM_NULL;
  MPI_Group world = MPI_GROUP_NULL, group = MPI_GROUP_NULL;
  MPI_Datatype pair = MPI_DATATYPE_NULL, raw = MPI_DATATYPE_NULL, made = MPI_DATATYPE_NULL;
  MPI_Request r = MPI_REQUEST_NULL;
  MPI_Info info = MPI_INFO_NULL;
  MPI_Win win;
  MPI_File file;
  MPI_Message message;
  MPI_Offset offset;
  int dims[2] = {{2, 1}}, periods[2] = {{0, 0}}, coords[2] = {{0, 0}};
  begin();
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Type_contiguous(2, MPI_INT, &pair);
  MPI_Type_commit(&pair);
  MPI_Type_contiguous(2, MPI_INT, &raw);
  MPI_Info_create(&info);
  MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &grid);
  MPI_Comm_set_errhandler(grid, MPI_ERRORS_RETURN);
  MPI_Win_create(NULL, 0, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  errors_return(win);
  MPI_File_open(MPI_COMM_SELF, "/dev/null", MPI_MODE_RDONLY, MPI_INFO_NULL, &file);
  if ({call} == MPI_SUCCESS) {{ /* {mark} */
    if (r != MPI_REQUEST_NULL)
      MPI_Wait(&r, MPI_STATUS_IGNORE);
    if (r != MPI_REQUEST_NULL)
      MPI_Request_free(&r);
    if (comm != MPI_COMM_NULL && comm != MPI_COMM_WORLD)
      MPI_Comm_free(&comm);
    if (group != MPI_GROUP_NULL)
      MPI_Group_free(&group);
    if (made != MPI_DATATYPE_NULL)
      MPI_Type_free(&made);
  }}
  MPI_Win_free(&win);
  MPI_File_close(&file);
  if (grid != MPI_COMM_NULL)
    MPI_Comm_free(&grid);
  if (info != MPI_INFO_NULL)
    MPI_Info_free(&info);
  MPI_Type_free(&pair);
  MPI_Type_free(&raw);
  if (world != MPI_GROUP_NULL)
    MPI_Group_free(&world);
  (void)x, (void)y, (void)n, (void)one, (void)at, (void)flag, (void)d, (void)e, (void)coords;
  (void)message, (void)offset;
  MPI_Finalize();
}}
'''
# A library may crash on such an argument.
KEYS = '\n/* case: status=any exit=any */'
W = 'MPI_COMM_WORLD'
IGNORE = 'MPI_STATUS_IGNORE'

# Open MPI takes any tag that is not negative.
# (name, slug, call with @ for the argument, wrong, right)
ROWS = [
    # ranks, tags
    ('send-dest-large', 'rank-invalid', f'MPI_Send(x, 1, MPI_INT, @, 0, {W})', 'size', 'MPI_PROC_NULL'),
    ('isend-dest-negative', 'rank-invalid', f'MPI_Isend(x, 1, MPI_INT, @, 0, {W}, &r)', '-7', 'MPI_PROC_NULL'),
    ('ssend-dest-any', 'rank-invalid', f'MPI_Ssend(x, 1, MPI_INT, @, 0, {W})', 'MPI_ANY_SOURCE', 'MPI_PROC_NULL'),
    ('recv-source-large', 'rank-invalid', f'MPI_Recv(x, 1, MPI_INT, @, 0, {W}, {IGNORE})', 'size + 3',
     'MPI_PROC_NULL'),
    ('irecv-source-negative', 'rank-invalid', f'MPI_Irecv(x, 1, MPI_INT, @, 0, {W}, &r)', '-9', 'MPI_PROC_NULL'),
    ('sendrecv-dest-large', 'rank-invalid',
     f'MPI_Sendrecv(x, 1, MPI_INT, @, 0, y, 1, MPI_INT, MPI_PROC_NULL, 0, {W}, {IGNORE})', 'size',
     'MPI_PROC_NULL'),
    ('iprobe-source-large', 'rank-invalid', f'MPI_Iprobe(@, 0, {W}, &flag, {IGNORE})', 'size', 'MPI_ANY_SOURCE'),
    ('send-tag-negative', 'tag-invalid', f'MPI_Send(x, 1, MPI_INT, MPI_PROC_NULL, @, {W})', '-3', '3'),
    ('isend-tag-any', 'tag-invalid', f'MPI_Isend(x, 1, MPI_INT, MPI_PROC_NULL, @, {W}, &r)', 'MPI_ANY_TAG', '0'),
    ('irecv-tag-large', '-mpich: tag-invalid', f'MPI_Irecv(x, 1, MPI_INT, MPI_PROC_NULL, @, {W}, &r)', '2147483647',
     'MPI_ANY_TAG'),
    ('group-incl-large', 'rank-invalid', 'MPI_Group_incl(world, 1, (int[]){@}, &group)', 'size', '0'),
    ('group-incl-twice', 'rank-invalid', 'MPI_Group_incl(world, 2, (int[]){0, @}, &group)', '0', '1'),
    ('group-excl-negative', 'rank-invalid', 'MPI_Group_excl(world, 1, (int[]){@}, &group)', '-1', '0'),
    ('cart-coords-rank', 'rank-invalid', 'MPI_Cart_coords(grid, @, 2, coords)', '2', '1'),
    # roots
    ('bcast-root-large', 'root-invalid', f'MPI_Bcast(x, 1, MPI_INT, @, {W})', 'size', '0'),
    ('ibcast-root-negative', 'root-invalid', f'MPI_Ibcast(x, 1, MPI_INT, @, {W}, &r)', '-4', '0'),
    ('gather-root-large', 'root-invalid', f'MPI_Gather(x, 1, MPI_INT, y, 1, MPI_INT, @, {W})', 'size', '0'),
    ('scatter-root-null', 'root-invalid', f'MPI_Scatter(y, 1, MPI_INT, x, 1, MPI_INT, @, {W})', 'MPI_PROC_NULL',
     '0'),
    ('reduce-root-negative', 'root-invalid', f'MPI_Reduce(x, y, 1, MPI_INT, MPI_SUM, @, {W})', '-2', '1'),
    # counts
    ('send-count', 'count-negative', f'MPI_Send(x, @, MPI_INT, MPI_PROC_NULL, 0, {W})', '-1', '0'),
    ('irecv-count', 'count-negative', f'MPI_Irecv(x, @, MPI_INT, MPI_PROC_NULL, 0, {W}, &r)', '-1', '1'),
    ('bcast-count', 'count-negative', f'MPI_Bcast(x, @, MPI_INT, 0, {W})', '-2', '2'),
    ('allreduce-count', 'count-negative', f'MPI_Allreduce(x, y, @, MPI_INT, MPI_SUM, {W})', '-1', '1'),
    ('allgather-count', 'count-negative', f'MPI_Allgather(x, @, MPI_INT, y, 1, MPI_INT, {W})', '-1', '1'),
    ('allgatherv-counts', 'count-negative', f'MPI_Allgatherv(x, 1, MPI_INT, y, @, at, MPI_INT, {W})',
     '((int[]){1, -1})', '((int[]){1, 1})'),
    ('alltoallv-counts', 'count-negative', f'MPI_Alltoallv(x, @, at, MPI_INT, y, n, at, MPI_INT, {W})',
     '((int[]){0, -1})', 'n'),
    ('waitall-count', 'count-negative', 'MPI_Waitall(@, &r, MPI_STATUSES_IGNORE)', '-1', '1'),
    ('testany-count', 'count-negative', f'MPI_Testany(@, &r, y, &flag, {IGNORE})', '-1', '1'),
    ('vector-blocklength', 'count-negative', 'MPI_Type_vector(2, @, 4, MPI_INT, &made)', '-1', '1'),
    ('contiguous-count', 'count-negative', 'MPI_Type_contiguous(@, MPI_INT, &made)', '-1', '3'),
    ('indexed-blocklengths', 'count-negative', 'MPI_Type_indexed(2, @, at, MPI_INT, &made)', '((int[]){1, -1})',
     '((int[]){1, 0})'),
    # datatypes
    ('send-type', 'type-null', f'MPI_Send(x, 1, @, MPI_PROC_NULL, 0, {W})', 'MPI_DATATYPE_NULL', 'MPI_INT'),
    ('recv-type', 'type-null', f'MPI_Recv(x, 1, @, MPI_PROC_NULL, 0, {W}, {IGNORE})', 'MPI_DATATYPE_NULL',
     'MPI_INT'),
    ('bcast-type', 'type-null', f'MPI_Bcast(x, 1, @, 0, {W})', 'MPI_DATATYPE_NULL', 'MPI_INT'),
    ('reduce-type', 'type-null', f'MPI_Reduce(x, y, 1, @, MPI_SUM, 0, {W})', 'MPI_DATATYPE_NULL', 'MPI_INT'),
    ('alltoall-type', 'type-null', f'MPI_Alltoall(x, 1, @, y, 1, MPI_INT, {W})', 'MPI_DATATYPE_NULL', 'MPI_INT'),
    ('type-commit', 'type-null', 'MPI_Type_commit(@)', '&made', '&raw'),
    ('type-size', 'type-null', 'MPI_Type_size(@, &flag)', 'made', 'raw'),
    ('contiguous-type', 'type-null', 'MPI_Type_contiguous(2, @, &made)', 'MPI_DATATYPE_NULL', 'raw'),
    ('send-uncommitted', 'type-uncommitted', f'MPI_Send(x, 1, @, MPI_PROC_NULL, 0, {W})', 'raw', 'pair'),
    ('irecv-uncommitted', 'type-uncommitted', f'MPI_Irecv(x, 1, @, MPI_PROC_NULL, 0, {W}, &r)', 'raw', 'pair'),
    ('bcast-uncommitted', 'type-uncommitted', f'MPI_Bcast(x, 1, @, 0, {W})', 'raw', 'pair'),
    ('allgather-uncommitted', 'type-uncommitted', f'MPI_Allgather(x, 1, @, y, 2, MPI_INT, {W})', 'raw', 'pair'),
    # communicators and other handles
    ('send-comm', 'comm-null', 'MPI_Send(x, 1, MPI_INT, MPI_PROC_NULL, 0, @)', 'comm', W),
    ('irecv-comm', 'comm-null', 'MPI_Irecv(x, 1, MPI_INT, MPI_PROC_NULL, 0, @, &r)', 'comm', W),
    ('barrier-comm', 'comm-null', 'MPI_Barrier(@)', 'comm', W),
    ('ibarrier-comm', 'comm-null', 'MPI_Ibarrier(@, &r)', 'comm', W),
    ('allreduce-comm', 'comm-null', 'MPI_Allreduce(x, y, 1, MPI_INT, MPI_SUM, @)', 'comm', W),
    ('comm-size', 'comm-null', 'MPI_Comm_size(@, &flag)', 'comm', W),
    ('comm-dup', 'comm-null', 'MPI_Comm_dup(@, &comm)', 'comm', W),
    ('comm-split', 'comm-null', 'MPI_Comm_split(@, 0, 0, &comm)', 'comm', W),
    ('comm-free', 'comm-null', 'MPI_Comm_free(@)', '&comm', '&grid'),
    ('group-size', 'handle-null', 'MPI_Group_size(@, &flag)', 'group', 'world'),
    ('group-free', 'handle-null', 'MPI_Group_free(@)', '&group', '&world'),
    ('comm-create', 'handle-null', f'MPI_Comm_create({W}, @, &comm)', 'group', 'world'),
    ('info-set', 'handle-null', 'MPI_Info_set(@, "key", "value")', 'MPI_INFO_NULL', 'info'),
    ('info-free', 'handle-null', 'MPI_Info_free(@)', '&(MPI_Info){MPI_INFO_NULL}', '&info'),
    ('set-errhandler', 'handle-null', f'MPI_Comm_set_errhandler({W}, @)', 'MPI_ERRHANDLER_NULL',
     'MPI_ERRORS_RETURN'),
    ('barrier-zero', 'handle-invalid', 'MPI_Barrier(@)', '(MPI_Comm)0', W),
    ('bcast-type-of-comm', 'handle-invalid', f'MPI_Bcast(x, 1, @, 0, {W})', f'(MPI_Datatype){W}', 'MPI_INT'),
    ('group-size-ones', 'handle-invalid', 'MPI_Group_size(@, &flag)', '(MPI_Group)-1L', 'world'),
    ('info-of-group', 'handle-invalid', 'MPI_Info_get_nkeys(@, &flag)', '(MPI_Info)world', 'info'),
    ('reduce-op-of-type', 'handle-invalid', f'MPI_Reduce(x, y, 1, MPI_INT, @, 0, {W})', '(MPI_Op)MPI_INT', 'MPI_SUM'),
    ('win-fence-comm', 'handle-invalid', 'MPI_Win_fence(0, @)', f'(MPI_Win){W}', 'win'),
    ('test-comm', 'handle-invalid', f'MPI_Test(@, &flag, {IGNORE})', f'&(MPI_Request){{(MPI_Request){W}}}', '&r'),
    ('file-size-one', 'handle-invalid', 'MPI_File_get_size(@, &offset)', '(MPI_File)1L', 'file'),
    ('mrecv-null', 'handle-null', f'MPI_Mrecv(x, 1, MPI_INT, @, {IGNORE})', '&(MPI_Message){MPI_MESSAGE_NULL}',
     '(MPI_Mprobe(MPI_PROC_NULL, 0, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE), &message)'),
    ('allgather-own-amount', 'collective-amount', f'MPI_Allgather(x, @, MPI_INT, y, 1, MPI_INT, {W})', '2', '1'),
    ('set-attr-key', 'argument-invalid', f'MPI_Comm_set_attr({W}, @, x)', 'MPI_KEYVAL_INVALID',
     '(MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, &flag, NULL), flag)'),
    ('neighbor-allgather-none', 'topology-invalid', 'MPI_Neighbor_allgather(x, 1, MPI_INT, y, 1, MPI_INT, @)', W, 'grid'),
    # reductions
    ('reduce-op', 'op-null', f'MPI_Reduce(x, y, 1, MPI_INT, @, 0, {W})', 'MPI_OP_NULL', 'MPI_MAX'),
    ('scan-op', 'op-null', f'MPI_Scan(x, y, 1, MPI_INT, @, {W})', 'MPI_OP_NULL', 'MPI_MIN'),
    ('reduce-local-op', 'op-null', 'MPI_Reduce_local(x, y, 1, MPI_INT, @)', 'MPI_OP_NULL', 'MPI_PROD'),
    ('allreduce-band-double', 'op-type-invalid', f'MPI_Allreduce(d, e, 1, MPI_DOUBLE, @, {W})', 'MPI_BAND',
     'MPI_SUM'),
    ('exscan-land-double', 'op-type-invalid', f'MPI_Exscan(d, e, 1, MPI_DOUBLE, @, {W})', 'MPI_LAND', 'MPI_MAX'),
    ('reduce-maxloc-int', 'op-type-invalid', f'MPI_Reduce(x, y, 1, @, MPI_MAXLOC, 0, {W})', 'MPI_INT', 'MPI_2INT'),
    ('reduce-replace', 'op-type-invalid', f'MPI_Reduce(x, y, 1, MPI_INT, @, 0, {W})', 'MPI_REPLACE', 'MPI_BXOR'),
    ('allreduce-derived', 'op-type-invalid', f'MPI_Allreduce(x, y, 1, @, MPI_SUM, {W})', 'pair', 'MPI_INT'),
    # buffers
    ('bcast-buffer', 'buffer-null', f'MPI_Bcast(@, 1, MPI_INT, 0, {W})', '(void *)0', 'x'),
    ('send-buffer', 'buffer-null', f'MPI_Sendrecv(@, 1, MPI_INT, rank, 0, y, 1, MPI_INT, rank, 0, {W}, {IGNORE})', '(void *)0', 'x'),
    ('recv-buffer', 'buffer-null', f'MPI_Recv_init(@, 1, MPI_INT, !rank, 0, {W}, &r)', '(void *)0', 'x'),
    ('allreduce-buffer', 'buffer-null', f'MPI_Allreduce(x, @, 1, MPI_INT, MPI_SUM, {W})', '(void *)0', 'y'),
    ('bcast-in-place', 'in-place-invalid', f'MPI_Bcast(@, 0, MPI_INT, 0, {W})', 'MPI_IN_PLACE', 'x'),
    ('send-in-place', 'in-place-invalid', f'MPI_Send(@, 0, MPI_INT, MPI_PROC_NULL, 0, {W})', 'MPI_IN_PLACE', 'x'),
    ('allgather-in-place', 'in-place-invalid', f'MPI_Allgather(x, 1, MPI_INT, @, 1, MPI_INT, {W})', 'MPI_IN_PLACE',
     'y'),
    # topologies and the rest
    ('cart-create-large', 'topology-invalid', f'MPI_Cart_create({W}, 2, @, periods, 0, &comm)',
     '((int[]){2, 2})', '((int[]){1, 2})'),
    ('cart-rank-none', 'topology-invalid', 'MPI_Cart_rank(@, coords, &flag)', W, 'grid'),
    ('cart-shift-none', 'topology-invalid', 'MPI_Cart_shift(@, 0, 1, x, y)', W, 'grid'),
    ('dims-create', 'topology-invalid', 'MPI_Dims_create(6, 2, @)', '((int[]){4, 0})', '((int[]){3, 0})'),
    ('cartdim-get-none', 'topology-invalid', 'MPI_Cartdim_get(@, &flag)', W, 'grid'),
    ('cart-shift-direction', 'argument-invalid', 'MPI_Cart_shift(grid, @, 1, x, y)', '2', '1'),
    ('cart-rank-outside', 'argument-invalid', 'MPI_Cart_rank(grid, ((int[]){@, 0}), &flag)', '2', '1'),
    ('split-color', 'argument-invalid', f'MPI_Comm_split({W}, @, 0, &comm)', '-5', '5'),
    ('request-free-null', 'handle-null', 'MPI_Request_free(@)', '&r', '(MPI_Recv_init(x, 1, MPI_INT, 0, 0, '
     'MPI_COMM_SELF, &r), &r)'),
]


def cells():
    for name, slug, call, wrong, right in ROWS:
        for value, tail, mark, what in ((wrong, '', f'expect{slug}' if '-' == slug[0] else f'expect: {slug}', 'An argument that is not allowed'),
                                        (right, '-ok', 'right', 'The argument is allowed')):
            yield f'args/{name}{tail}', FRAME.format(what=what, keys='' if tail else KEYS, mark=mark, call=call.replace('@', value, 1))
