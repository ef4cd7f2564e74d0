"""The table of docs/calls.md: what is looked at in each argument of each call. It follows from the
roles of include/calls.def, and from the ways in which argument_cells.py makes arguments wrong: what
make check-arguments finds is what the table says. testsuite/t/readme.t --update writes it."""
import re

from argument_cells import PAIR, ROOT, Row, bad

ROW = re.compile(r'^CALL(_MPIX)?(_IN)?\((?(2)(\w+), )[\w ]+, (\w+), (\w+)((?:,\s*\(\w+,\s*\w+\))*)\)', re.M)
CLASSES = {
    'ENV': 'Environment', 'P2P': 'Point to point', 'REQ': 'Requests', 'COLL': 'Collective communication', 'RMA': 'One-sided operations',
    'EPOCH': 'Epochs', 'WIN': 'Windows', 'TYPE': 'Datatypes', 'OP': 'Reduction operations', 'COMM': 'Communicators, sessions',
    'GROUP': 'Groups', 'TOPO': 'Topologies', 'ATTR': 'Attributes of MPI-1', 'INFO': 'Info objects', 'IO': 'Files', 'DYN': 'Other processes',
    'F2C': 'Handles of Fortran', 'TOOL': 'Tool interface', 'EXT': 'Extensions (`MPIX_`)',
}
# Nobody looks at their arguments: they end the program, or only the root's count, or a program may ask
# for the number of any handle.
NOT_LOOKED_AT = {'F2C', 'TOOL'}
NOT_LOOKED_AT_CALLS = {'Abort', 'Comm_spawn', 'Comm_spawn_multiple', 'Comm_accept', 'Comm_connect'}
# Rules of single calls (interpose/arguments/: grids.c, members.c, layouts.c, keys.c, files.c; interpose/calls/).
MORE = {
    ('Cart_create', 'dims'): 'out of range', ('Cart_shift', 'direction'): 'out of range', ('Cart_coords', 'rank'): 'out of range',
    ('Cart_rank', 'coords'): 'out of range', ('Dims_create', 'dims'): 'out of range', ('Dims_create', 'nnodes'): 'out of range',
    **{(call, name): 'out of range' for call, names in {
        'Group_translate_ranks': ['ranks1'], 'Group_range_incl': ['ranges'], 'Group_range_excl': ['ranges'],
        'Graph_create': ['nnodes', 'indx', 'edges'], 'Graph_map': ['nnodes', 'indx', 'edges'],
        'Dist_graph_create': ['sources', 'degrees', 'destinations', 'weights'],
        'Dist_graph_create_adjacent': ['sources', 'sourceweights', 'destinations', 'destweights'],
        'Intercomm_create': ['local_leader', 'remote_leader'],
        'Type_create_subarray': ['array_of_sizes', 'array_of_subsizes', 'array_of_starts', 'order'],
        'Type_create_darray': ['size', 'rank', 'array_of_gsizes', 'array_of_distribs', 'array_of_dargs', 'array_of_psizes', 'order'],
        'Type_get_contents': ['max_integers', 'max_addresses', 'max_datatypes'], 'Type_match_size': ['typeclass', 'size'],
        'Pack': ['outsize', 'position'], 'Unpack': ['insize', 'position'], 'Info_get_nthkey': ['n'], 'Info_set': ['key', 'value'],
        'Info_get': ['key'], 'Info_get_valuelen': ['key'], 'Info_delete': ['key'], 'File_open': ['amode'],
        'File_set_view': ['disp', 'etype', 'filetype'], 'File_seek': ['whence'], 'File_seek_shared': ['whence'],
        'File_set_size': ['size'], 'File_preallocate': ['size'],
        **{f'File_{i}{way}_at{form}': ['offset'] for way in ('read', 'write') for i in ('', 'i') for form in ('', '_all')},
        'File_read_at_all_begin': ['offset'], 'File_write_at_all_begin': ['offset']}.items() for name in names},
    **{(f'{of}_{what}_attr', f'{of.lower()}_keyval'): words for of in ('Comm', 'Type', 'Win')
       for what, words in (('set', 'freed, of another kind, predefined'), ('delete', 'of another kind, predefined'))},
    **{(f'{of}_get_attr', f'{of.lower()}_keyval'): 'of another kind' for of in ('Comm', 'Type', 'Win')},
    **{(f'{of}_free_keyval', f'{of.lower()}_keyval'): 'of another kind, predefined' for of in ('Comm', 'Type', 'Win')},
    **{(f'{of}_set_errhandler', 'errhandler'): 'of another kind' for of in ('Comm', 'Win', 'File')},
    ('Comm_free', 'comm'): 'predefined', ('Comm_disconnect', 'comm'): 'predefined', ('Type_free', 'datatype'): 'predefined',
    ('Op_free', 'op'): 'predefined', ('Comm_remote_size', 'comm'): 'of another kind', ('Comm_remote_group', 'comm'): 'of another kind',
    ('Intercomm_merge', 'intercomm'): 'of another kind', ('Gatherv', 'displs'): 'overlaps itself', ('Allgatherv', 'displs'): 'overlaps itself',
    ('Alltoallv', 'rdispls'): 'overlaps itself',
    ('Group_incl', 'ranks'): 'out of range, twice', ('Group_excl', 'ranks'): 'out of range, twice', ('Comm_split', 'color'): 'negative',
}
BY_NAME = {('WIN', 'size'): 'negative', ('WIN', 'disp_unit'): 'out of range', ('EPOCH', 'assert'): 'unknown, a broken promise'}
WORDS = {'never made': 'no object', 'of another kind': 'no object', 'large': 'out of range', 'differs': 'differs among processes'}


NAMES = {'mpich': 'MPICH', 'openmpi': 'Open MPI'}


def parts_of(mpi):
    """Returns the parts that the library has, each with what is said of versions."""
    text = (ROOT / f'interpose/mpi/{mpi}.h').read_text()
    return dict(re.findall(r'^#define HAS_(\w+) 1(?: +/\* ((?:since|until) [\d.]+) \*/)?$', text, re.M))


def defined(path, kinds):
    """Returns the calls that the rows of a table name, in all sizes."""
    text = (ROOT / path).read_text()
    return {name for name in re.findall(rf'(?:{kinds})\(\s*(?:\w+, )?(\w+),', text)}


def without_size(call):
    return call.removesuffix('_c')


def buffer_words(row, role, buffers):
    words = ['in use'] if without_size(row.call) in buffers or row.of in ('COLL', 'RMA', 'IO') else []
    if row.of in ('P2P', 'COLL', 'EXT'):
        words = ['null pointer', *words]
        both = {r for r, _ in row.pairs} >= {'SBUF', 'RBUF'}
        words += ['overlaps the other buffer'] if both else []
    if row.of in ('COLL', 'EXT', 'P2P'):
        words += ['`MPI_IN_PLACE`']
    return words


def request_words(row, role):
    null = row.call in ('Start', 'Startall', 'Cancel', 'Request_free')
    return (['null'] if null else []) + ['over', 'no object'] if row.of == 'REQ' else []


def words(row, role, name, buffers):
    if row.of in NOT_LOOKED_AT or row.call in NOT_LOOKED_AT_CALLS:
        return []
    if role in ('SBUF', 'RBUF', 'IOBUF'):
        return buffer_words(row, role, buffers)
    if role in ('REQUEST', 'REQUEST_IO', 'REQUESTS'):
        return request_words(row, role)
    ways = {**bad(row, role, name, 0), **bad(row, role, name, 3)}
    more = MORE.get((row.call, name)) or BY_NAME.get((row.of, name))
    return list(dict.fromkeys([*(WORDS.get(way, way) for way in ways), *([more] if more else [])]))


def cell(row, buffers):
    shown = []
    for role, name in row.pairs:
        said = words(row, role, name, buffers)
        if said:
            shown.append(f'`{name}` {", ".join(said)}')
    return '; '.join(shown) or '-'


def calls():
    """Yields each call: its name, where it is, its class and arguments. Forms with large counts are one
    with those without."""
    text = re.sub(r'/\*.*?\*/', '', (ROOT / 'include/calls.def').read_text(), flags=re.S)
    parts = {mpi: parts_of(mpi) for mpi in NAMES}
    for extension, _, part, call, of, arguments in ROW.findall(text):
        has = {mpi: parts[mpi][part] for mpi in NAMES if part in parts[mpi]}
        words = [' '.join([NAMES[mpi], *([when] if when else [])]) for mpi, when in has.items()]
        where = f' ({", ".join(words)})' if part and (len(has) < len(NAMES) or any(has.values())) else ''
        yield f'MPI{"X" if extension else ""}_{call}', where, Row(call, of, PAIR.findall(arguments))


def lines():
    buffers = defined('interpose/data/buffers.def', 'SIZES|BLOCKING|NONBLOCKING|PERSISTENT|SPLIT')
    every = list(calls())
    names = {name for name, _, _ in every}
    for of, title in CLASSES.items():
        yield f'| {title} | what is named |'
        yield '|---|---|'
        for name, where, row in every:
            if row.of != of or (name.endswith('_c') and name[:-2] in names):
                continue
            large = f', `{name}_c`' if f'{name}_c' in names else ''
            yield f'| `{name}`{large}{where} | {cell(row, buffers)} |'
        yield ''
