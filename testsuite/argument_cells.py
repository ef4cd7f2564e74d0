"""The cells of every_argument.py: each call of include/calls.def as it is right, and with each of its
arguments wrong in each way that its role allows. The names in the calls are those of
testsuite/programs/every_argument.h."""
import collections
import fnmatch
import pathlib
import re

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent
ROW = re.compile(r'^CALL(_IN)?\((?(1)(\w+), )int, (\w+), (\w+)((?:,\s*\(\w+,\s*\w+\))*)\)', re.M)
PAIR = re.compile(r'\((\w+),\s*(\w+)\)')
# (not the parts of later versions)
HAS = re.compile(r'^#define HAS_(\w+) 1(?: +/\* until [\d.]+ \*/)?$', re.M)
CLASSES = {'P2P', 'REQ', 'COLL', 'RMA', 'EPOCH', 'COMM', 'GROUP', 'TYPE', 'TOPO', 'INFO', 'IO', 'WIN', 'OP', 'ATTR', 'ERR', 'ENV',
           'DYN'}
# They end MPI or the program, begin others, need a session or partitions, or have no argument that
# could be wrong. Some of MPI-1 are no more than errors for the compiler.
LEFT_OUT = re.compile(
    r'Abort|Finalize|Init\w*|Session_.*|Group_from_session_pset|Comm_(get_parent|spawn.*|accept|connect|join)|Pready.*|Parrived|'
    r'Free_mem|Pcontrol|Comm_create_from_group|Intercomm_create_from_groups|Register_datarep.*|Address|'
    r'Type_(hindexed|hvector|struct|lb|ub|extent)|Errhandler_(create|get|set)|Grequest_.*|Buffer_detach.*|'
    r'Close_port|Lookup_name|Open_port|(Unp|P)ublish_name|Info_create_env|Add_error_.*|Win_detach|File_delete|'
    r'Type_get_contents.*|Dist_graph_create|Testsome|Waitsome')

GOOD = {
    'SBUF': 'x', 'RBUF': 'y', 'IOBUF': 'x', 'CADDR': 'x', 'COUNT': '1', 'COUNT_L': '1', 'COUNTS': 'ones', 'COUNTS_L': 'many',
    'DISPLS': 'steps', 'DISPLS_A': 'wide', 'TYPE': 'MPI_INT', 'TYPES': 'types', 'DEST': 'MPI_PROC_NULL',
    'SOURCE': 'MPI_PROC_NULL', 'ROOT': '0', 'TAG': '0', 'COMM': 'comm', 'OP': 'MPI_SUM', 'GROUP': 'group', 'INFO': 'info',
    'FILE': 'file', 'WIN': 'win', 'ERRH': 'MPI_ERRORS_RETURN', 'STATUS': 'MPI_STATUS_IGNORE', 'STR': '"key"',
    'INT': '1', 'INTS': 'ones', 'AINT': '8', 'AINTS': 'wide', 'OFFSET': '0', 'ERRCODE': 'MPI_SUCCESS', 'RANGES': 'ranges',
    'INT_OUT': 'numbers', 'FLAG_OUT': 'flags', 'STR_OUT': 'text', 'AINT_OUT': 'wide_out', 'OFFSET_OUT': 'offsets',
    'LONG_OUT': 'counts_out', 'COMM_OUT': '&made_comm', 'TYPE_OUT': '&made_type', 'GROUP_OUT': '&made_group', 'WIN_OUT': '&made_win',
    'INFO_OUT': '&made_info', 'OP_OUT': '&made_op', 'ERRH_OUT': '&made_errh', 'FILE_OUT': '&made_file', 'REQUEST_OUT': '&request',
    'ADDR_OUT': '&base', 'STATUS_IN': '&status', 'STATUS_IO': '&status', 'ATTR': 'x', 'LONG': '8', 'LONGS': 'many', 'DISP': '0',
    'COMM_IO': '&some_comm', 'TYPE_IO': '&some_type', 'GROUP_IO': '&some_group', 'INFO_IO': '&some_info', 'OP_IO': '&some_op',
    'ERRH_IO': '&some_errh', 'WIN_IO': '&some_win', 'FILE_IO': '&some_file', 'TARGET': 'rank', 'ASSERT': '0',
    'LOCKTYPE': 'MPI_LOCK_SHARED', 'REQUEST': 'pending', 'REQUEST_IO': '&pending', 'REQUESTS': '&pending',
    'STATUSES': 'MPI_STATUSES_IGNORE', 'MESSAGE_IO': '&message', 'MESSAGE_OUT': '&message', 'USER_FN': 'add', 'STATE': 'NULL',
    'COMM_ERR_FN': 'ignore', 'WIN_ERR_FN': '(MPI_Win_errhandler_function *)ignore', 'BSENDBUF': 'attached', 'ADDR': 'y',
    'FILE_ERR_FN': '(MPI_File_errhandler_function *)ignore', 'TYPES_OUT': 'types_out', 'USER_FN_L': '(void *)add',
    'COMM_COPY_FN': 'MPI_COMM_NULL_COPY_FN', 'COMM_DELETE_FN': 'MPI_COMM_NULL_DELETE_FN', 'COPY_FN': 'MPI_NULL_COPY_FN',
    'WIN_COPY_FN': 'MPI_WIN_NULL_COPY_FN', 'WIN_DELETE_FN': 'MPI_WIN_NULL_DELETE_FN', 'DELETE_FN': 'MPI_NULL_DELETE_FN',
    'TYPE_COPY_FN': 'MPI_TYPE_NULL_COPY_FN', 'TYPE_DELETE_FN': 'MPI_TYPE_NULL_DELETE_FN',
}
# Of single calls, by the names of their arguments.
SINGLE = {
    'ndims': '1', 'dims': 'grid', 'periods': 'places', 'reorder': '0', 'coords': 'places', 'direction': '0', 'maxdims': '1',
    'n': '1', 'ranks': 'places', 'ranks1': 'places', 'key': '0', 'color': '0', 'split_type': 'MPI_COMM_TYPE_SHARED', 'outcount': '1',
    'insize': '64', 'outsize': '64', 'valuelen': '8', 'array_of_sizes': 'grid', 'array_of_subsizes': 'ones', 'array_of_starts': 'places',
    'order': 'MPI_ORDER_C', 'whence': 'MPI_SEEK_SET', 'flag': '0', 'count': '1', 'disp_unit': '1', 'remain_dims': 'ones',
    'datarep': '"native"', 'position': 'numbers', 'nnodes': '2', 'high': '0', 'array_of_gsizes': 'grid', 'size': '2', 'rank': '0',
    'array_of_distribs': 'blocks', 'array_of_dargs': 'defaults', 'array_of_psizes': 'grid', 'filename': 'file_name',
    'amode': 'MPI_MODE_RDWR | MPI_MODE_CREATE', 'local_leader': '0', 'remote_leader': '1 - rank', 'indx': 'ends', 'edges': 'others',
    'sources': 'others + rank', 'destinations': 'others + rank', 'weights': 'MPI_UNWEIGHTED', 'sourceweights': 'MPI_UNWEIGHTED',
    'destweights': 'MPI_UNWEIGHTED', 'partitions': '1', 'p': '6', 'r': '30', 'typeclass': 'MPI_TYPECLASS_INTEGER', 'max_integers': '8',
}
OF_CALL = {
    ('Dims_create', 'dims'): 'zeros', ('Dims_create', 'nnodes'): '2',
    ('Comm_remote_group', 'comm'): 'inter', ('Comm_remote_size', 'comm'): 'inter', ('Intercomm_merge', 'intercomm'): 'inter',
    ('File_set_view', 'filetype'): 'MPI_INT', ('Type_match_size', 'size'): '4', ('Type_create_f90_integer', 'r'): '9',
    ('Type_create_darray', 'size'): '2', ('Type_create_darray', 'rank'): '0', ('Info_get_nthkey', 'n'): '0', ('Info_delete', 'key'): '"key"',
    ('Info_set', 'key'): '"key"', ('Info_get', 'key'): '"key"', ('Info_get_valuelen', 'key'): '"key"', ('Info_get_string', 'key'): '"key"',
    ('Win_create', 'base'): 'y', ('Win_create', 'size'): '64', ('Win_create_c', 'size'): '64', ('Win_allocate', 'size'): '64',
    ('Alloc_mem', 'size'): '64', ('File_set_size', 'size'): '64', ('Group_translate_ranks', 'ranks2'): 'numbers',
    ('Pack_external', 'datarep'): '"external32"', ('Unpack_external', 'datarep'): '"external32"',
    ('Pack_external_size', 'datarep'): '"external32"', ('Pack_external', 'position'): 'wide_out', ('Unpack_external', 'position'): 'wide_out',
    ('Intercomm_create', 'local_comm'): 'MPI_COMM_SELF', ('Intercomm_create', 'peer_comm'): 'comm', ('Win_create_c', 'base'): 'y',
    ('Buffer_attach', 'size'): 'sizeof attached', ('Win_attach', 'win'): 'dynamic', ('Win_post', 'group'): 'own_group',
    ('Buffer_attach_c', 'size'): 'sizeof attached',
    ('Win_start', 'group'): 'own_group', ('Graph_map', 'nnodes'): '2', ('Win_fence', 'assert'): 'MPI_MODE_NOSUCCEED',
    ('Start', 'request'): '&persistent', ('Startall', 'array_of_requests'): '&persistent', ('Request_free', 'request'): '&persistent',
    **{(f'{name}_c', 'position'): 'counts_out' for name in ('Pack', 'Unpack', 'Pack_external', 'Unpack_external')},
    ('Pack_external_c', 'datarep'): '"external32"', ('Unpack_external_c', 'datarep'): '"external32"',
    ('Pack_external_size_c', 'datarep'): '"external32"', ('Intercomm_create', 'tag'): '3', ('Graph_get', 'maxindex'): '2',
    ('Graph_get', 'maxedges'): '2', ('Win_shared_query', 'win'): 'shared', ('Win_shared_query_c', 'win'): 'shared',
    ('Comm_set_attr', 'attribute_val'): 'x', **{(f'{call}sendrecv{tail}', peer): 'rank' for call in ('I',) for tail in ('', '_c', '_replace', '_replace_c') for peer in ('dest', 'source')},
    ('Psend_init', 'dest'): 'rank', ('Precv_init', 'dest'): 'rank', ('Dist_graph_neighbors', 'maxindegree'): '1', ('Pack_c', 'position'): 'counts_out',
    ('Unpack_c', 'position'): 'counts_out', ('Keyval_free', 'keyval'): '&some_key', ('Comm_free_keyval', 'comm_keyval'): '&some_key',
    ('Win_free_keyval', 'win_keyval'): '&some_key', ('Type_free_keyval', 'type_keyval'): '&some_key',
}
HANDLES = {'COMM': 'comm', 'TYPE': 'type', 'OP': 'op', 'GROUP': 'group', 'WIN': 'win', 'FILE': 'file', 'ERRH': 'errh', 'INFO': 'info'}
C_TYPES = {'TYPE': 'Datatype', 'ERRH': 'Errhandler', 'REQUEST': 'Request', 'MESSAGE': 'Message'}
BAD = {
    'DEST': {'negative': '-7', 'large': 'size + 3'}, 'SOURCE': {'negative': '-7', 'large': 'size + 3'},
    'TARGET': {'negative': '-7', 'large': 'size + 3'}, 'DISP': {'large': '1000'}, 'LOCKTYPE': {'unknown': '4711'},
    'ROOT': {'negative': '-7', 'large': 'size'}, 'TAG': {'negative': '-3'}, 'COUNT': {'negative': '-1'}, 'COUNT_L': {'negative': '-1'},
    'COUNTS': {'negative': 'minus'}, 'COUNTS_L': {'negative': 'many_minus'}, 'MESSAGE_IO': {'null': '&null_message', 'freed': '&used_message'},
    **{role: {'null': f'null_{name}', 'freed': f'gone_{name}'} for role, name in HANDLES.items() if role != 'INFO'},
    'INFO': {'freed': 'gone_info'},
    **{f'{role}_IO': {'null': f'&null_{name}', 'freed': f'&gone_{name}'} for role, name in HANDLES.items() if role != 'FILE'},
    'FILE_IO': {'null': '&null_file'},
}
NUMBERS = {'ndims', 'maxdims', 'insize', 'outsize', 'n', 'nnodes', 'indegree', 'outdegree', 'partitions'}  # negative ones are wrong
# Handles that no call has made: zero bytes, all ones, some number; a handle of another kind; and, as
# a pointer, memory that is no object.
NEVER_MADE = ('0', '-1', '0x5ca1ab1e', 'OTHER', 'x')

# What some calls need before, and what ends what they have begun.
BEFORE = [
    (r'(Put|Get|Accumulate|Get_accumulate|Rput|Rget|Raccumulate|Rget_accumulate)(_c)?|Fetch_and_op|Compare_and_swap|Win_flush.*|Win_sync', 'MPI_Win_lock_all(0, win);'),
    (r'Win_unlock_all', 'MPI_Win_lock_all(0, win);'), (r'Win_unlock', 'MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, win);'),
    (r'Win_(start|complete|wait|test)', 'MPI_Win_post(own_group, 0, win);'), (r'Win_(complete|wait|test)', 'MPI_Win_start(own_group, 0, win);'),
    (r'Win_(wait|test)', 'MPI_Win_complete(win);'), (r'(Im|M)recv(_c)?', 'begin_message();'), (r'File_close', 'open_file(&some_file);'),
    (r'.*(_attr|_keyval)|Attr_.*|Keyval_free', 'begin_keys(%(kind)s);'), (r'Wait.*|Test.*|Cancel|Request_get_status', 'begin_pending();'),
    (r'Start.*|Request_free', 'MPI_Recv_init(y, 1, MPI_INT, MPI_PROC_NULL, 0, comm, &persistent);'),
    (r'File_.*_end', '%(begin)s'), (r'Status_set_.*', 'memset(&status, 0, sizeof status);'),
]
AFTER = [
    (r'(Put|Get|Accumulate|Get_accumulate|Rput|Rget|Raccumulate|Rget_accumulate)(_c)?|Fetch_and_op|Compare_and_swap|Win_flush.*|Win_sync', 'MPI_Win_unlock_all(win);'),
    (r'Win_lock_all', 'MPI_Win_unlock_all(win);'), (r'Win_lock', 'MPI_Win_unlock(rank, win);'),
    (r'Win_post', 'MPI_Win_start(own_group, 0, win);'), (r'Win_(post|start)', 'MPI_Win_complete(win);'),
    (r'Win_(post|start|complete)', 'MPI_Win_wait(win);'), (r'Win_test', 'if (!flags[0]) MPI_Win_wait(win);'),
    (r'Buffer_attach.*', 'MPI_Buffer_detach(&base, numbers);'), (r'Win_attach', 'MPI_Win_detach(dynamic, y);'),
    (r'.*(_attr|_keyval)|Attr_.*|Keyval_.*', 'end_keys(%(kind)s);'), (r'File_.*_begin(_c)?', '%(end)s'),
    (r'Type_(match_size|create_f90_.*)|File_get_view', 'made_type = MPI_DATATYPE_NULL;'),
    (r'Startall', 'if (rc == MPI_SUCCESS) MPI_Wait(&persistent, MPI_STATUS_IGNORE);'),
    (r'Start', 'if (rc == MPI_SUCCESS) MPI_Wait(&persistent, MPI_STATUS_IGNORE);'),
]

Cell = collections.namedtuple('Cell', 'call place name what text before after rest inactive')
Row = collections.namedtuple('Row', 'call of pairs')


def rows(mpi):
    parts = HAS.findall((ROOT / f'interpose/mpi/{mpi}.h').read_text())
    text = re.sub(r'/\*.*?\*/', '', (ROOT / 'include/calls.def').read_text(), flags=re.S)
    for _, part, call, of, arguments in ROW.findall(text):
        if (not part or part in parts) and of in CLASSES and not LEFT_OUT.fullmatch(call):
            yield Row(call, of, PAIR.findall(arguments))


def good(row, role, name):
    exact = OF_CALL.get((row.call, name))
    if exact:
        return exact
    if role == 'COMM' and row.of in ('TOPO', 'COLL'):
        topology = {'Cart': 'cart', 'Graph': 'graph', 'Dist': 'adjacent', 'Neigh': 'cart', 'Ineig': 'cart'}
        for start, comm in topology.items():
            if row.call.startswith(start) and not row.call.endswith(('_map', '_create', '_create_adjacent')):
                return comm
    if name.endswith('keyval') and role == 'INT':
        return 'some_key'
    if role == 'OFFSET' and '_at' in row.call:  # what one process writes another one does not
        return 'own_part'
    by_name = role in ('INT', 'INTS', 'AINT', 'STR') or name in ('position', 'coords')
    return (SINGLE.get(name) if by_name else None) or GOOD.get(role)


def never_made(role, turn):
    place = role.endswith('_IO')
    role = role.removesuffix('_IO')
    kind = C_TYPES.get(role, role.capitalize())
    value = NEVER_MADE[turn % len(NEVER_MADE)]
    if role == 'FILE' and value == '0':  # in MPICH that is the null handle
        value = '-1'
    other = 'comm' if role != 'COMM' else 'MPI_INT'
    text = f'(MPI_{kind})(intptr_t){value.replace("OTHER", other)}'
    return {'of another kind' if value == 'OTHER' else 'never made': f'&(MPI_{kind}){{{text}}}' if place else text}


def bad(row, role, name, turn):
    """Returns the ways in which the argument is wrong; `turn` chooses among values that are alike."""
    ways = dict(BAD.get(role, {}))
    if row.call.endswith('_get_name') or (row.call.startswith('File_') and row.call.endswith('_errhandler')):
        ways.pop('null', None)  # since MPI-4.1 null handles have names; new files have the handler of the null handle
    if role == 'INT' and name in NUMBERS:
        ways['negative'] = '-1'
    if role == 'INFO' and row.of == 'INFO':
        ways['null'] = 'MPI_INFO_NULL'
    if role == 'TYPE' and row.of in ('P2P', 'COLL', 'RMA', 'IO') and 'extent' not in row.call:
        ways['uncommitted'] = 'raw_type'
    if name.endswith('keyval') and 'create' not in row.call:
        ways = {'null': '&no_key' if role == 'INT_OUT' else 'no_key'}
    if role.removesuffix('_IO') in (*HANDLES, 'REQUEST', 'MESSAGE'):
        ways.update(never_made(role, turn))
    if role == 'REQUEST_IO' and row.call in ('Start', 'Cancel', 'Request_free'):
        ways['null'] = '&(MPI_Request){MPI_REQUEST_NULL}'
    if role == 'COMM' and good(row, role, name) in ('cart', 'graph', 'adjacent'):
        ways['without topology'] = 'comm'
    if row.of == 'COLL':
        ways.update({'ROOT': {'differs': 'rank'}, 'OP': {'differs': 'rank ? MPI_MAX : MPI_SUM'}, 'COUNT': {'differs': '2 - rank'},
                     'COUNT_L': {'differs': '2 - rank'}}.get(role, {}))
    return ways


def around(table, call, words):
    texts = [text % words for pattern, text in table if re.fullmatch(pattern, call)]
    return ' '.join(texts)


def cells(mpi, only='*', seed=1):
    all_rows = list(rows(mpi))
    right = {row.call: [good(row, *pair) for pair in row.pairs] for row in all_rows}
    text = {call: f'MPI_{call}({", ".join(values)})' for call, values in right.items() if None not in values}
    turn = seed
    for row in all_rows:
        call = row.call
        if call not in text or not row.pairs or not fnmatch.fnmatch(call, only):
            continue
        words = {'kind': call.partition('_')[0].replace('Attr', 'Comm').replace('Keyval', 'Comm'),
                 'begin': text.get(re.sub(r'_end$', '_begin', call), '') + ';', 'end': text.get(re.sub(r'_begin(_c)?$', '_end', call), '') + ';'}
        before, after = around(BEFORE, call, words), around(AFTER, call, words)
        inactive = int('_init' in call)
        yield Cell(call, 0, '', 'right', text[call], before, after, '', inactive)
        rest = f'if (rc != MPI_SUCCESS) {text[call]};' if row.of == 'EPOCH' or call.endswith('_end') else ''
        for place, (role, name) in enumerate(row.pairs):
            turn += 1
            for what, value in bad(row, role, name, turn).items():
                values = [*right[call][:place], value, *right[call][place + 1:]]
                late = '' if what == 'differs' or not after or rest else f'if (rc == MPI_SUCCESS) {{ {after} }}'
                yield Cell(call, place + 1, name, what, f'MPI_{call}({", ".join(values)})', before,
                           late if '_begin' in call or re.match(r'Buffer|Win_attach', call) else after, rest, inactive)


def source(chosen):
    """Returns the text of a program that makes these calls, and the line of each."""
    text, lines = '#include "every_argument.h"\n\n', {}
    for i, cell in enumerate(chosen):
        text += f'static void cell_{i}(void) {{\n  again();\n  {cell.before}\n'
        lines[i] = text.count('\n') + 1
        text += f'  int rc = {cell.text};\n  {cell.rest}\n  {cell.after}\n  done(rc, {cell.inactive});\n}}\n\n'
    names = ', '.join(f'cell_{i}' for i in range(len(chosen)))
    return text + f'''static void (*const all[])(void) = {{{names}}};

int main(int argc, char **argv) {{
  begin();
  make_all(argv[3]);
  run_cells(all, atoi(argv[1]), atoi(argv[2]));
  MPI_Finalize();
}}
''', lines
