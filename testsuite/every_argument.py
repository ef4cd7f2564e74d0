#!/usr/bin/python3
"""Each call of include/calls.def with each of its arguments wrong in each way that its role allows,
one at a time: a null handle, that of a freed object, a negative or too large number. Prints how many
are named before the library does anything, which are not, and calls accused though all is right.

One program makes all calls, each on a line of its own; where a library ends it or hangs, it is begun
again after that call. Options: --mpi mpich, --only 'Comm_*', --least 95 (per cent)."""
import argparse
import collections
import fnmatch
import json
import os
import pathlib
import re
import subprocess
import sys

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent
ROW = re.compile(r'^CALL(_IN)?\((?(1)(\w+), )int, (\w+), (\w+)((?:,\s*\(\w+,\s*\w+\))*)\)', re.M)
PAIR = re.compile(r'\((\w+),\s*(\w+)\)')
HAS = re.compile(r'^#define HAS_(\w+) 1$', re.M)
# These have tests of their own: what may be called when is their point.
CLASSES = {'P2P', 'COLL', 'COMM', 'GROUP', 'TYPE', 'TOPO', 'INFO', 'IO', 'WIN', 'OP', 'ATTR', 'ERR', 'ENV'}
# They end MPI or the program, wait for another process or for a request, take or change what all
# other calls need, or are only right after another call.
LEFT_OUT = re.compile(
    r'Abort|Finalize|Init\w*|.*probe|Probe|M?[Rr]ecv.*|Imrecv|Session_.*|Comm_(get_parent|spawn.*|accept|connect|join)|'
    r'Buffer_.*|.*_(begin|end)(_c)?|Pready.*|Parrived|Psend.*|Precv.*|Isendrecv.*|Free_mem|Pcontrol|'
    r'.*_f2c|.*_c2f|Comm_create_from_group|Intercomm_create.*|Win_(attach|detach|shared_query).*|'
    r'Register_datarep.*|.*keyval|Attr_.*|Keyval_.*|.*_(call|create)_errhandler|Errhandler_create|'
    r'Type_(hindexed|hvector|struct|lb|ub|extent)|Address|Type_match_size|Op_create.*|.*errcode|'
    r'Type_create_f90.*|Type_get_contents.*|Add_error_.*|File_(open|close|delete|get_view|preallocate)|'
    r'.*(_init)(_c)?|Neighbor_.*|Ineighbor_.*|Comm_idup.*|Comm_disconnect|Graph_.*|Dist_graph_.*|'
    r'.*(Reduce_scatter|reduce_scatter).*|.*[wW]_c|File_.*(read|write).*|File_get_type_extent.*')

GOOD = {
    'SBUF': 'x', 'RBUF': 'y', 'IOBUF': 'x', 'CADDR': 'x', 'COUNT': '1', 'COUNT_L': '1', 'COUNTS': 'ones', 'COUNTS_L': 'many',
    'DISPLS': 'places', 'DISPLS_A': 'wide', 'TYPE': 'MPI_INT', 'TYPES': 'types', 'DEST': 'MPI_PROC_NULL',
    'SOURCE': 'MPI_PROC_NULL', 'ROOT': '0', 'TAG': '0', 'COMM': 'comm', 'OP': 'MPI_SUM', 'GROUP': 'group', 'INFO': 'info',
    'FILE': 'file', 'WIN': 'win', 'ERRH': 'MPI_ERRORS_RETURN', 'STATUS': 'MPI_STATUS_IGNORE', 'STR': '"key"',
    'INT': '1', 'INTS': 'ones', 'AINT': '8', 'AINTS': 'wide', 'OFFSET': '0', 'ERRCODE': 'MPI_SUCCESS', 'RANGES': 'ranges',
    'INT_OUT': 'numbers', 'FLAG_OUT': 'numbers', 'STR_OUT': 'text', 'AINT_OUT': 'wide_out', 'OFFSET_OUT': 'offsets',
    'LONG_OUT': 'counts_out', 'COMM_OUT': '&made_comm', 'TYPE_OUT': '&made_type', 'GROUP_OUT': '&made_group', 'WIN_OUT': '&made_win',
    'INFO_OUT': '&made_info', 'OP_OUT': '&made_op', 'ERRH_OUT': '&made_errh', 'REQUEST_OUT': '&request', 'ADDR_OUT': '&base',
    'STATUS_IN': '&status', 'STATUS_IO': '&status', 'ATTR': 'x', 'LONG': '8', 'LONGS': 'many', 'DISP': '0',
    'COMM_IO': '&some_comm', 'TYPE_IO': '&some_type', 'GROUP_IO': '&some_group', 'INFO_IO': '&some_info', 'OP_IO': '&some_op',
    'ERRH_IO': '&some_errh', 'WIN_IO': '&some_win',
}
# Of single calls, by the names of their arguments.
SINGLE = {
    'ndims': '1', 'dims': 'grid', 'periods': 'places', 'reorder': '0', 'coords': 'places', 'direction': '0', 'maxdims': '1',
    'n': '1', 'ranks': 'places', 'ranks1': 'places', 'key': '0', 'color': '0', 'split_type': 'MPI_COMM_TYPE_SHARED', 'outcount': '1',
    'insize': '64', 'outsize': '64', 'valuelen': '8', 'array_of_sizes': 'grid', 'array_of_subsizes': 'ones', 'array_of_starts': 'places',
    'order': 'MPI_ORDER_C', 'whence': 'MPI_SEEK_SET', 'flag': '0', 'count': '1', 'disp_unit': '1', 'remain_dims': 'ones',
    'datarep': '"native"', 'position': 'numbers', 'nnodes': '2', 'high': '0', 'array_of_gsizes': 'grid', 'size': '2', 'rank': '0',
    'array_of_distribs': 'blocks', 'array_of_dargs': 'defaults', 'array_of_psizes': 'grid',
}
OF_CALL = {
    ('Dims_create', 'dims'): 'zeros', ('Cart_rank', 'comm'): 'cart', ('Cart_coords', 'comm'): 'cart', ('Cart_get', 'comm'): 'cart',
    ('Cart_shift', 'comm'): 'cart', ('Cart_sub', 'comm'): 'cart', ('Cartdim_get', 'comm'): 'cart', ('Dims_create', 'nnodes'): '2',
    ('Comm_remote_group', 'comm'): 'inter', ('Comm_remote_size', 'comm'): 'inter', ('Intercomm_merge', 'intercomm'): 'inter',
    ('Type_create_darray', 'ndims'): '1', ('Comm_free', 'comm'): '&some_comm', ('File_set_view', 'filetype'): 'MPI_INT',
    ('Type_create_darray', 'size'): '2', ('Type_create_darray', 'rank'): '0', ('Info_get_nthkey', 'n'): '0', ('Info_delete', 'key'): '"key"',
    ('Info_set', 'key'): '"key"', ('Info_get', 'key'): '"key"', ('Info_get_valuelen', 'key'): '"key"', ('Info_get_string', 'key'): '"key"',
    ('Win_create', 'base'): 'y', ('Win_create', 'size'): '64', ('Win_create_c', 'size'): '64', ('Win_allocate', 'size'): '64',
    ('Alloc_mem', 'size'): '64', ('File_set_size', 'size'): '64', ('Group_translate_ranks', 'ranks2'): 'numbers',
    ('Pack_external', 'datarep'): '"external32"', ('Unpack_external', 'datarep'): '"external32"',
    ('Pack_external_size', 'datarep'): '"external32"', ('Pack_external', 'position'): 'wide_out', ('Unpack_external', 'position'): 'wide_out',
}
BAD = {
    'COMM': {'null': 'MPI_COMM_NULL', 'freed': 'old_comm'}, 'TYPE': {'null': 'MPI_DATATYPE_NULL', 'freed': 'old_type'},
    'OP': {'null': 'MPI_OP_NULL', 'freed': 'old_op'}, 'GROUP': {'null': 'MPI_GROUP_NULL', 'freed': 'old_group'},
    'WIN': {'null': 'MPI_WIN_NULL', 'freed': 'old_win'}, 'FILE': {'null': 'MPI_FILE_NULL'},
    'ERRH': {'null': 'MPI_ERRHANDLER_NULL', 'freed': 'old_errh'}, 'INFO': {'freed': 'old_info'},
    'DEST': {'negative': '-7', 'large': 'size + 3'}, 'SOURCE': {'negative': '-7', 'large': 'size + 3'},
    'ROOT': {'negative': '-7', 'large': 'size'}, 'TAG': {'negative': '-3'}, 'COUNT': {'negative': '-1'}, 'COUNT_L': {'negative': '-1'},
    'COUNTS': {'negative': 'minus'}, 'COUNTS_L': {'negative': 'many_minus'},
    'COMM_IO': {'null': '&null_comm', 'freed': '&gone_comm'}, 'TYPE_IO': {'null': '&null_type', 'freed': '&gone_type'},
    'GROUP_IO': {'null': '&null_group', 'freed': '&gone_group'}, 'INFO_IO': {'null': '&null_info', 'freed': '&gone_info'},
    'OP_IO': {'null': '&null_op', 'freed': '&gone_op'}, 'ERRH_IO': {'null': '&null_errh', 'freed': '&gone_errh'},
    'WIN_IO': {'null': '&null_win', 'freed': '&gone_win'},
}
NUMBERS = {'ndims', 'maxdims', 'insize', 'outsize', 'n', 'nnodes'}  # negative ones are wrong
KINDS = {'comm': 'Comm', 'type': 'Datatype', 'group': 'Group', 'info': 'Info', 'op': 'Op', 'errh': 'Errhandler', 'win': 'Win'}

FRAME = '''#include "case.h"
static int x[64], y[64], ones[8] = {1, 1, 1, 1, 1, 1, 1, 1}, places[8], zeros[8], minus[8] = {-1, -1, -1, -1, -1, -1, -1, -1};
static int numbers[64], grid[2] = {2, 1}, ranges[1][3] = {{0, 0, 1}}, blocks[1] = {MPI_DISTRIBUTE_BLOCK};
static int defaults[1] = {MPI_DISTRIBUTE_DFLT_DARG};
static MPI_Aint wide[8], wide_out[8];
static MPI_Count many[8] = {1, 1, 1, 1, 1, 1, 1, 1}, many_minus[8] = {-1, -1, -1, -1, -1, -1, -1, -1}, counts_out[8];
static MPI_Offset offsets[8];
static char text[MPI_MAX_PORT_NAME + MPI_MAX_LIBRARY_VERSION_STRING];
static MPI_Comm comm, cart, inter;
static MPI_Group group;
static MPI_Info info;
static MPI_File file;
static MPI_Win win;
static MPI_Request request;
static MPI_Status status;
static MPI_Datatype types[8] = {MPI_INT, MPI_INT, MPI_INT, MPI_INT, MPI_INT, MPI_INT, MPI_INT, MPI_INT};
static void *base;
%(kinds)s
static void add(void *a, void *b, int *n, MPI_Datatype *t) { (void)a, (void)b, (void)n, (void)t; }
static void fail(MPI_Comm *c, int *code, ...) { (void)c, (void)code; }

static void make(MPI_Comm *c, MPI_Datatype *t, MPI_Group *g, MPI_Info *i, MPI_Op *o, MPI_Errhandler *e, MPI_Win *w) {
  MPI_Comm_dup(MPI_COMM_WORLD, c);
  MPI_Comm_set_errhandler(*c, MPI_ERRORS_RETURN);
  MPI_Type_contiguous(2, MPI_INT, t);
  MPI_Type_commit(t);
  MPI_Group_incl(group, 1, places, g);
  MPI_Info_create(i);
  MPI_Op_create(add, 1, o);
  MPI_Comm_create_errhandler(fail, e);
  MPI_Win_create(NULL, 0, 1, MPI_INFO_NULL, MPI_COMM_WORLD, w);
  MPI_Win_set_errhandler(*w, MPI_ERRORS_RETURN);
}

static void unmake(MPI_Comm *c, MPI_Datatype *t, MPI_Group *g, MPI_Info *i, MPI_Op *o, MPI_Errhandler *e, MPI_Win *w) {
  if (*c != MPI_COMM_NULL)
    MPI_Comm_free(c);
  if (*t != MPI_DATATYPE_NULL)
    MPI_Type_free(t);
  if (*g != MPI_GROUP_NULL)
    MPI_Group_free(g);
  if (*i != MPI_INFO_NULL)
    MPI_Info_free(i);
  if (*o != MPI_OP_NULL)
    MPI_Op_free(o);
  if (*e != MPI_ERRHANDLER_NULL)
    MPI_Errhandler_free(e);
  if (*w != MPI_WIN_NULL)
    MPI_Win_free(w);
}

static void again(void) {
  make(&some_comm, &some_type, &some_group, &some_info, &some_op, &some_errh, &some_win);
  make(&gone_comm, &gone_type, &gone_group, &gone_info, &gone_op, &gone_errh, &gone_win);
%(old)s
  unmake(&gone_comm, &gone_type, &gone_group, &gone_info, &gone_op, &gone_errh, &gone_win);
%(gone)s
}

static void done(int rc) {
  if (request != MPI_REQUEST_NULL && rc == MPI_SUCCESS)
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  request = MPI_REQUEST_NULL;
  unmake(&some_comm, &some_type, &some_group, &some_info, &some_op, &some_errh, &some_win);
}

%(functions)s
static void (*const all[])(void) = {%(names)s};

int main(int argc, char **argv) {
  int last = argc > 2 ? atoi(argv[2]) : 0;
  begin();
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
  MPI_Comm_group(MPI_COMM_WORLD, &group);
  MPI_Info_create(&info);
  MPI_Info_set(info, "key", "value");
  MPI_Cart_create(MPI_COMM_WORLD, 1, grid, places, 0, &cart);
  MPI_Intercomm_create(MPI_COMM_SELF, 0, MPI_COMM_WORLD, 1 - rank, 3, &inter);
  MPI_File_open(MPI_COMM_WORLD, argv[3], MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &file);
  MPI_Win_create(y, sizeof y, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  errors_return(win);
%(save)s
  for (int i = atoi(argv[1]); i < last; i++) {
    if (rank == 0) {
      fprintf(stderr, "\\ncell %%d\\n", i);
      fflush(stderr);
    }
    all[i]();
  }
  if (rank == 0)
    fprintf(stderr, "\\ncell %%d\\n", last);
  MPI_Finalize();
}
'''

Cell = collections.namedtuple('Cell', 'call place name what text')


def parts(mpi):
    return HAS.findall((ROOT / f'interpose/mpi/{mpi}.h').read_text())


def good(call, role, name):
    by_name = role in ('INT', 'INTS', 'AINT', 'STR') or name in ('position', 'coords')
    return OF_CALL.get((call, name)) or (SINGLE.get(name) if by_name else None) or GOOD.get(role)


def bad(call, of, role, name):
    ways = dict(BAD.get(role, {}))
    if call.endswith('_get_name'):  # since MPI-4.1 null handles have names
        ways.pop('null', None)
    if role == 'INT' and name in NUMBERS:
        ways['negative'] = '-1'
    if role == 'INFO' and of == 'INFO':
        ways['null'] = 'MPI_INFO_NULL'
    if role == 'TYPE' and of in ('P2P', 'COLL') and 'ack' not in call:
        ways['uncommitted'] = 'raw_type'
    return ways


def cells(mpi, only):
    text = re.sub(r'/\*.*?\*/', '', (ROOT / 'include/calls.def').read_text(), flags=re.S)
    for _, part, call, of, arguments in ROW.findall(text):
        pairs = PAIR.findall(arguments)
        if (part and part not in parts(mpi)) or of not in CLASSES or LEFT_OUT.fullmatch(call) or not fnmatch.fnmatch(call, only):
            continue
        right = [good(call, *pair) for pair in pairs]
        if None in right or not pairs:
            continue
        yield Cell(call, 0, '', 'right', f'MPI_{call}({", ".join(right)})')
        for place, (role, name) in enumerate(pairs):
            for what, value in bad(call, of, role, name).items():
                wrong = [*right[:place], value, *right[place + 1:]]
                yield Cell(call, place + 1, name, what, f'MPI_{call}({", ".join(wrong)})')


def source(all_cells):
    """Returns the program and the line of each cell."""
    kinds = ''.join(f'static MPI_{kind} some_{name}, old_{name}, gone_{name}, made_{name}, null_{name};\n' for name, kind in KINDS.items())
    kinds += 'static MPI_Datatype raw_type;\n'
    nulls = {'type': 'DATATYPE', 'errh': 'ERRHANDLER'}
    save = '  MPI_Type_contiguous(2, MPI_INT, &raw_type);\n'
    save += ''.join(f'  null_{k} = MPI_{nulls.get(k, k.upper())}_NULL;\n' for k in KINDS)
    functions = ''.join(f'static void cell_{i}(void) {{\n  again();\n  int rc = {cell.text};\n  done(rc);\n}}\n'
                        for i, cell in enumerate(all_cells))
    text = FRAME % {'kinds': kinds, 'old': ''.join(f'  old_{k} = gone_{k};\n' for k in KINDS).rstrip(),
                    'gone': ''.join(f'  gone_{k} = old_{k};\n' for k in KINDS).rstrip(), 'save': save.rstrip(),
                    'functions': functions, 'names': ', '.join(f'cell_{i}' for i in range(len(all_cells)))}
    lines = {int(m[1]): text.count('\n', 0, m.start()) + 3
             for m in re.finditer(r'^static void cell_(\d+)\(void\) \{$', text, re.M)}
    return text, lines


def told(report, lines):
    """Returns which cells are named as errors, with the kinds of findings."""
    cell_of = {line: i for i, line in lines.items()}
    named = collections.defaultdict(set)
    for f in json.loads(report.read_text())['findings'] if report.exists() else ():
        for location in f.get('locations', ()):
            line = location.get('line') or (location.get('frames') or [{}])[0].get('line')
            if line in cell_of and f.get('severity', f.get('level')) == 'error':
                named[cell_of[line]].add(f.get('slug') or f.get('id') or f.get('kind'))
    return named


def run(mpi, program, build, chosen, lines, timeout):
    """Runs all cells, again after each that ends the program."""
    named, first, ended = collections.defaultdict(set), 0, []
    report, data = build / f'every-{mpi}.json', build / f'every-{mpi}.data'
    root = ['--allow-run-as-root', '--oversubscribe'] if mpi == 'openmpi' else []
    while first < chosen:
        report.unlink(missing_ok=True)
        command = [str(ROOT / 'build/fencepost'), 'run', '--quiet', '--fail-on=never', '--hang-timeout=5', f'--output={report}', '--',
                   f'mpiexec.{mpi}', *root, '-n', '2', str(program), str(first), str(chosen), str(data)]
        child = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, start_new_session=True)
        try:
            err = child.communicate(timeout=timeout)[1]
        except subprocess.TimeoutExpired:
            child.terminate()
            err = child.communicate()[1]
        for i, slugs in told(report, lines).items():
            named[i] |= slugs
        last = max((int(n) for n in re.findall(r'^cell (\d+)$', err, re.M)), default=first)
        if last < chosen:
            ended.append(last)
        first = last + 1 if last < chosen else chosen
    return named, ended


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--mpi', default='mpich')
    parser.add_argument('--only', default='*')
    parser.add_argument('--least', type=float, default=95)
    parser.add_argument('--timeout', type=float, default=60)
    parser.add_argument('--build', type=pathlib.Path, default=ROOT / 'build/testsuite')
    options = parser.parse_args()
    options.build.mkdir(parents=True, exist_ok=True)
    chosen = list(cells(options.mpi, options.only))
    text, lines = source(chosen)
    path = options.build / f'every-{options.mpi}.c'
    path.write_text(text)
    program = path.with_suffix('.out')
    subprocess.run([f'mpicc.{options.mpi}', '-g', '-O0', '-w', '-I', str(HERE / 'cases'), '-o', str(program), str(path)], check=True)
    named, ended = run(options.mpi, program, options.build, len(chosen), lines, options.timeout)
    wrong = [i for i, cell in enumerate(chosen) if cell.place]
    missed = [i for i in wrong if not named[i]]
    accused = [i for i, cell in enumerate(chosen) if not cell.place and named[i]]
    ended_right = [i for i in ended if not chosen[i].place]
    for i in missed:
        print(f'# not named: {chosen[i].name} of {chosen[i].text}, {chosen[i].what}' + (' (the program ended)' if i in ended else ''))
    for i in accused:
        print(f'# accused: {chosen[i].text}: {", ".join(sorted(named[i]))}')
    for i in ended_right:
        print(f'# ended, though right: {chosen[i].text}')
    share = 100 * (len(wrong) - len(missed)) / max(1, len(wrong))
    fine = share >= options.least and not accused
    print(f'{"ok" if fine else "not ok"} 1 - {options.mpi}: {len(wrong) - len(missed)} of {len(wrong)} named ({share:.1f} %), '
          f'{len(accused)} of {len(chosen) - len(wrong)} right calls accused')
    print('1..1')
    return not fine


if __name__ == '__main__':
    sys.exit(main())
