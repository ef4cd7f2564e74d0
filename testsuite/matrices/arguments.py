"""Calls with an argument that the standard does not allow, each with a twin in which the argument is
right: args/CALL-WHAT. All processes make the call, so that none waits for another that was refused."""

FRAME = '''/* {what}. */{keys}
#include "case.h"

static void add(void *in, void *out, int *count, MPI_Datatype *type) {{
  (void)in, (void)out, (void)count, (void)type;
}}

static void ignore(MPI_Comm *on, int *code, ...) {{
  (void)on, (void)code;
}}

int main(void) {{
  int key = MPI_KEYVAL_INVALID, old = MPI_KEYVAL_INVALID;
  MPI_Op op = MPI_OP_NULL;
  MPI_Errhandler handler = MPI_ERRHANDLER_NULL;
  MPI_File other = MPI_FILE_NULL;
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
{wait}    if (r != MPI_REQUEST_NULL)
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
  if (other != MPI_FILE_NULL)
    MPI_File_close(&other);
  if (handler != MPI_ERRHANDLER_NULL)
    MPI_Errhandler_free(&handler);
  if (key != MPI_KEYVAL_INVALID) {{
    MPI_Comm_delete_attr(MPI_COMM_WORLD, key);
    MPI_Comm_free_keyval(&key);
  }}
  MPI_Type_free(&pair);
  MPI_Type_free(&raw);
  if (world != MPI_GROUP_NULL)
    MPI_Group_free(&world);
  (void)x, (void)y, (void)n, (void)one, (void)at, (void)flag, (void)d, (void)e, (void)coords;
  (void)message, (void)offset, (void)op, (void)old, (void)add, (void)ignore;
  MPI_Finalize();
}}
'''
# Nobody starts a persistent request.
WAIT = '''    if (r != MPI_REQUEST_NULL)
      MPI_Wait(&r, MPI_STATUS_IGNORE);
'''
# A library may crash on such an argument. gcc takes MPI_UNWEIGHTED of Open MPI for an array.
KEYS = '\n/* case: status=any exit=any cflags=-Wno-stringop-overread */'
TWIN_KEYS = '\n/* case: cflags=-Wno-stringop-overread */'
W = 'MPI_COMM_WORLD'
KEY = '(MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, &key, NULL), key)'
FREED_KEY = ('(MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, &key, NULL), old = key, '
             'MPI_Comm_free_keyval(&key), old)')
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
    ('allgatherv-counts', 'count-negative', f'MPI_Allgatherv(x, 1, MPI_INT, y, @, ((int[]){{0, 1}}), MPI_INT, {W})',
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
     KEY),
    ('neighbor-allgather-none', 'topology-invalid', 'MPI_Neighbor_allgather(x, 1, MPI_INT, y, 1, MPI_INT, @)', W, 'grid'),
    # groups, graphs, kinds of communicators
    ('translate-ranks', 'rank-invalid', 'MPI_Group_translate_ranks(world, 1, (int[]){@}, world, y)', '2', 'MPI_PROC_NULL'),
    ('range-incl-stride', 'argument-invalid', 'MPI_Group_range_incl(world, 1, (int[1][3]){{0, 1, @}}, &group)', '0', '1'),
    ('range-excl-last', 'rank-invalid', 'MPI_Group_range_excl(world, 1, (int[1][3]){{0, @, 1}}, &group)', '2', '0'),
    ('range-incl-step', 'rank-invalid', 'MPI_Group_range_incl(world, 1, (int[1][3]){{@, 1, 1}}, &group)', '-1', '1'),
    ('graph-create-edges', 'rank-invalid', f'MPI_Graph_create({W}, 2, (int[]){{1, 2}}, (int[]){{1, @}}, 0, &comm)', '2', '0'),
    ('graph-create-index', 'argument-invalid', f'MPI_Graph_create({W}, 2, (int[]){{2, @}}, (int[]){{1, 1}}, 0, &comm)', '1', '2'),
    ('dist-graph-sources', 'rank-invalid', f'MPI_Dist_graph_create_adjacent({W}, 1, (int[]){{@}}, MPI_UNWEIGHTED, 1, '
     '(int[]){!rank}, MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &comm)', '7', '!rank'),
    ('dist-graph-weights', 'argument-invalid', f'MPI_Dist_graph_create({W}, 1, &rank, (int[]){{1}}, (int[]){{0}}, (int[]){{@}}, '
     'MPI_INFO_NULL, 0, &comm)', '-1', '1'),
    ('remote-size', 'argument-invalid', 'MPI_Comm_remote_size(@, &flag)', W,
     '(MPI_Intercomm_create(MPI_COMM_SELF, 0, MPI_COMM_WORLD, !rank, 0, &comm), comm)'),
    ('intercomm-local-leader', 'rank-invalid', f'MPI_Intercomm_create(MPI_COMM_SELF, @, {W}, !rank, 0, &comm)', '1', '0'),
    ('intercomm-own-group', 'rank-invalid', f'MPI_Intercomm_create(MPI_COMM_SELF, 0, {W}, @, 0, &comm)', 'rank', '!rank'),
    ('comm-free-world', 'argument-invalid', 'MPI_Comm_free(@)', f'&(MPI_Comm){{{W}}}', '&grid'),
    # datatypes, packed data
    ('type-free-predefined', 'argument-invalid', 'MPI_Type_free(@)', '&(MPI_Datatype){MPI_INT}',
     '(MPI_Type_dup(MPI_INT, &made), &made)'),
    ('op-free-predefined', 'argument-invalid', 'MPI_Op_free(@)', '&(MPI_Op){MPI_SUM}',
     '(MPI_Op_create(add, 1, &op), &op)'),
    ('subarray-start', 'argument-invalid', 'MPI_Type_create_subarray(1, (int[]){4}, (int[]){2}, (int[]){@}, MPI_ORDER_C, MPI_INT, '
     '&made)', '3', '2'),
    ('subarray-subsize', 'argument-invalid', 'MPI_Type_create_subarray(1, (int[]){4}, (int[]){@}, at, MPI_ORDER_C, MPI_INT, &made)',
     '5', '4'),
    ('subarray-order', 'argument-invalid', 'MPI_Type_create_subarray(1, (int[]){4}, one, at, @, MPI_INT, &made)', '4711',
     'MPI_ORDER_FORTRAN'),
    ('darray-grid', 'argument-invalid', 'MPI_Type_create_darray(2, rank, 1, (int[]){8}, (int[]){MPI_DISTRIBUTE_BLOCK}, '
     '(int[]){MPI_DISTRIBUTE_DFLT_DARG}, (int[]){@}, MPI_ORDER_C, MPI_INT, &made)', '3', '2'),
    ('darray-block', 'argument-invalid', 'MPI_Type_create_darray(2, rank, 1, (int[]){8}, (int[]){MPI_DISTRIBUTE_BLOCK}, '
     '(int[]){@}, (int[]){2}, MPI_ORDER_C, MPI_INT, &made)', '3', '4'),
    ('contents-predefined', 'argument-invalid', 'MPI_Type_get_contents(@, 1, 0, 1, y, &(MPI_Aint){0}, &(MPI_Datatype){0})',
     'MPI_INT', 'raw'),
    ('contents-room', 'argument-invalid', 'MPI_Type_get_contents(raw, @, 0, 1, y, &(MPI_Aint){0}, &(MPI_Datatype){0})', '0', '1'),
    ('pack-room', 'argument-invalid', f'MPI_Pack(x, 8, MPI_INT, y, @, &flag, {W})', '31', '32'),
    ('unpack-room', 'argument-invalid', f'MPI_Unpack(y, @, &flag, x, 8, MPI_INT, {W})', '20', '32'),
    ('pack-position', 'argument-invalid', f'MPI_Pack(x, 1, MPI_INT, y + 8, 32, &(int){{@}}, {W})', '-4', '4'),
    ('match-size', 'argument-invalid', 'MPI_Type_match_size(@, 4, &(MPI_Datatype){0})', '-5', 'MPI_TYPECLASS_REAL'),
    ('allgatherv-parts', 'type-overlap', f'MPI_Allgatherv(x, 2, MPI_INT, y, (int[]){{2, 2}}, (int[]){{0, @}}, MPI_INT, {W})', '1', '2'),
    ('recv-overlap', 'type-overlap', f'MPI_Recv_init(y, 2, @, !rank, 0, {W}, &r)',
     '(MPI_Type_create_resized(pair, 0, 4, &made), MPI_Type_commit(&made), made)', 'pair'),
    # info objects, keys, error handlers
    ('info-key-empty', 'argument-invalid', 'MPI_Info_set(info, @, "value")', '""', '"key"'),
    ('info-nth', 'argument-invalid', 'MPI_Info_get_nthkey(info, @, (char[MPI_MAX_INFO_KEY + 1]){0})', '0',
     '(MPI_Info_set(info, "key", "value"), 0)'),
    ('set-attr-predefined', 'argument-invalid', f'MPI_Comm_set_attr({W}, @, x)', 'MPI_TAG_UB', KEY),
    ('set-attr-freed', 'handle-stale', f'MPI_Comm_set_attr({W}, @, x)', FREED_KEY, KEY),
    ('free-keyval-predefined', 'argument-invalid', 'MPI_Comm_free_keyval(@)', '&(int){MPI_TAG_UB}',
     '(MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, &flag, NULL), &flag)'),
    ('handler-of-window', 'handle-invalid', 'MPI_Comm_set_errhandler(MPI_COMM_SELF, @)',
     '(MPI_Win_create_errhandler((MPI_Win_errhandler_function *)ignore, &handler), handler)',
     '(MPI_Comm_create_errhandler(ignore, &handler), handler)'),
    # files
    ('file-open-mode', 'argument-invalid', 'MPI_File_open(MPI_COMM_SELF, "/dev/null", @, MPI_INFO_NULL, &other)',
     'MPI_MODE_RDONLY | MPI_MODE_CREATE', 'MPI_MODE_RDONLY'),
    ('file-offset', 'argument-invalid', f'MPI_File_read_at(file, @, x, 1, MPI_INT, {IGNORE})', '-4', '0'),
    ('file-whence', 'argument-invalid', 'MPI_File_seek(file, 0, @)', '4711', 'MPI_SEEK_SET'),
    ('file-view', 'argument-invalid', 'MPI_File_set_view(file, 0, @, MPI_INT, "native", MPI_INFO_NULL)', 'MPI_DOUBLE', 'MPI_INT'),
    ('file-seek-before', 'argument-invalid', 'MPI_File_seek(file, @, MPI_SEEK_SET)', '-4', '4'),
    ('file-write-read-only', 'argument-invalid', f'MPI_File_@(file, x, 1, MPI_INT, {IGNORE})', 'write', 'read'),
    ('error-string', 'argument-invalid', 'MPI_Add_error_string(@, "mine")', 'MPI_ERR_TAG',
     '(MPI_Add_error_class(&flag), flag)'),
    ('file-size', 'argument-invalid', 'MPI_File_preallocate(file, @)', '-8', '0'),
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
            yield f'args/{name}{tail}', FRAME.format(what=what, keys=TWIN_KEYS if tail else KEYS, mark=mark, call=call.replace('@', value, 1),
                                                      wait='' if call.startswith('MPI_Recv_init') else WAIT)
