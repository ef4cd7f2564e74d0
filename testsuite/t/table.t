#!/usr/bin/python3
"""Compares include/calls.def with mpi.h and with the exports of each MPI library. No call may be
missing, none may be there that the library does not have, every C type must be right, and every
name must be exported twice (MPI_ and PMPI_). A part of MPI that other versions of the library have
(interpose/mpi/) may be missing, but only as a whole. Arguments: ids of libraries, instead of all."""
import collections
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = pathlib.Path(os.environ.get('BUILD', ROOT / 'build')).resolve()
sys.path.insert(0, str(ROOT / 'testsuite'))
from libraries import ALL as LIBRARIES, MPIS  # noqa: E402

MPIS = sys.argv[1:] or MPIS

# Fortran's own entry points, which are no functions of mpi.h
FORTRAN = re.compile(r'MPI_(\w+_(FN|F90)|CONVERSION_FN_NULL)$')
NO_PMPI = {'MPIX_Query_cuda_support', 'MPIX_Query_rocm_support',  # in Open MPI
           'MPI_File_close'}  # in the standard's interface of MPICH 5.0
# MPI-4.1 has made the array const, which the row cannot be for both.
OTHER_TYPE = {'mpich': {'MPI_Pready_list'}, 'openmpi': {'MPI_Pready_list'},
              'abi': {'MPI_Pready_list', 'MPI_Request_get_status_all', 'MPI_Request_get_status_any', 'MPI_Request_get_status_some',
                      'MPI_Status_get_error', 'MPI_Status_get_source', 'MPI_Status_get_tag',
                      'MPI_Psend_init', 'MPI_Precv_init'}}  # library_part_count
ROW = re.compile(r'^CALL(_MPIX)?(_IN)?\((?(2)(\w+), )[\w ]+, (\w+), \w+', re.M)
HAS = re.compile(r'^#define HAS_(\w+) 1( +/\* (?:since|until) [\d.]+ \*/)?$', re.M)

count = 0
failed = 0


def ok(good, name, *why):
    global count, failed
    count += 1
    failed += not good
    print(f"{'ok' if good else 'not ok'} {count} - {name}")
    for line in why if not good else ():
        print('#', line)


def rows():
    """Returns the names in calls.def, by library, and those of parts that not all versions have."""
    text = (ROOT / 'include/calls.def').read_text()
    table = {mpi: {} for mpi in LIBRARIES}
    some = {mpi: collections.defaultdict(set) for mpi in LIBRARIES}
    for mpi in LIBRARIES:
        parts = dict(HAS.findall((ROOT / f'interpose/mpi/{mpi}.h').read_text()))
        for extension, _, part, name in ROW.findall(text):
            full = 'MPI' + 'X' * bool(extension) + '_' + name
            if not part or part in parts:
                table[mpi][full] = 'X_' * bool(extension) + name
            if parts.get(part):
                some[mpi][part].add(full)
    return table, some


def header(mpi):
    """Returns the functions that mpi.h declares."""
    out = subprocess.run([f'mpicc.{mpi}', '-E', '-P', '-x', 'c', '-'], input='#include <mpi.h>\n',
                         capture_output=True, text=True, check=True).stdout
    out = re.sub(r'__attribute__\s*\(\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)\)', '', out)
    # a declaration, not the parameter or typedef of a callback
    return set(re.findall(r'(?:^|[;}])\s*(?:extern\s+)?(?!typedef|return)\w+\s+\*?(MPIX?_\w+)\s*\(', out, re.M))


def symbols(path, pattern):
    out = subprocess.run(['nm', '-D', '--defined-only', path], capture_output=True, text=True,
                         check=True).stdout
    return {f[2].split('@')[0] for f in map(str.split, out.splitlines())
            if len(f) == 3 and f[1] in 'TW' and re.match(pattern, f[2])}


def library(mpi):
    """Returns the file that exports the symbol by which the library is recognised, of those that
    its programs need."""
    with tempfile.NamedTemporaryFile() as f:
        subprocess.run([f'mpicc.{mpi}', '-x', 'c', '-', '-o', f.name, '-Wl,--no-as-needed'], check=True,
                       input='int main(void) { return 0; }', text=True)
        out = subprocess.run(['ldd', f.name], capture_output=True, text=True, check=True).stdout
    exports = {path: subprocess.run(['nm', '-D', '--defined-only', path], capture_output=True,
                                    text=True).stdout.split() for path in re.findall(r'=> (/\S+)', out)}
    found = [path for path in exports if LIBRARIES[mpi] in exports[path]]
    ok(len(found) == 1, f'{mpi}: one library exports {LIBRARIES[mpi]}', out)
    return found[0]


def check_types(mpi, names, declared):
    """Has the compiler compare each row's function type with the header's prototype."""
    asserts = ''.join(
        f'_Static_assert(__builtin_types_compatible_p(fn_{short}, __typeof__({name})), "{name}");\n'
        for name, short in names.items() if name in declared and name != 'MPI_Pcontrol' and name not in OTHER_TYPE[mpi])  # variadic
    with tempfile.NamedTemporaryFile('w', suffix='.c') as f:
        f.write('#include "interpose/base/mpi_call.h"\n' + asserts)
        f.flush()
        done = subprocess.run([f'mpicc.{mpi}', '-std=gnu11', f'-I{ROOT}', f'-DMPI_LIBRARY={mpi}', '-fsyntax-only', f.name],
                              capture_output=True, text=True)
    ok(done.returncode == 0 and asserts, f'{mpi}: the types of {len(declared)} calls',
       *re.findall(r'error: .*', done.stderr)[:20])


def difference(a, b):
    return ' '.join(sorted(a - b))


def main():
    table, some = rows()
    for mpi in MPIS:
        names = set(table[mpi])
        declared = header(mpi)
        path = library(mpi)
        inside = {n for n in symbols(path, r'MPIX?_') if not FORTRAN.match(n)}
        profiled = {n[1:] for n in symbols(path, r'PMPIX?_')}
        if mpi == 'abi':  # a library may export more than its mpi.h declares
            names, inside = {n for n in names if not n.startswith('MPIX_')}, inside & declared
        ok(len(declared) > 350, f'{mpi}: mpi.h was read')
        ok(not declared - names, f'{mpi}: every function of mpi.h has a row',
           difference(declared, names))
        ok(not inside - names, f'{mpi}: every MPI_ function of the library has a row',
           difference(inside, names))
        absent = set().union(*(part for part in some[mpi].values() if not part & (declared | inside)))
        ok(not names - declared - inside - absent, f'{mpi}: every row is in the header or the library',
           difference(names, declared | inside | absent))
        ok(not inside - profiled - NO_PMPI, f'{mpi}: every function has its PMPI_ name',
           difference(inside, profiled))
        check_types(mpi, table[mpi], declared & inside)
        page = set(re.findall(r'`(MPIX?_\w+)`', (ROOT / 'docs/calls.md').read_text()))
        ok(not declared - page, f'{mpi}: every function of mpi.h is in docs/calls.md', difference(declared, page))
    every = set().union(*table.values())
    exports = symbols(BUILD / 'libfencepost.so', '')
    wanted = every | {'P' + n for n in every} | {
        'dlclose', '__cxa_finalize', 'free', 'realloc', 'sigaction', 'signal', 'process_vm_readv', 'process_vm_writev',
        'sched_yield', 'sigprocmask', 'fputs', 'ompi_mpi_abort', 'munmap', 'mremap', 'mmap', 'mmap64',
        '_exit', '_Exit', 'quick_exit',
        'fencepost_hooks_enter', 'fencepost_hooks_leave',
        'fencepost_hooks_target'}
    # the functions by which threads are ordered (interpose/runtimes/)
    exports = {n for n in exports if not re.match(r'(pthread|sem|thrd|mtx|cnd|GOMP|omp|ompt|__kmpc|__cxa_guard)_|_ZNSt13__future_base|call_once$', n)}
    ok(exports == wanted, 'libfencepost.so exports every call twice, what it replaces of libc and '
       'what modules with hooks ask for, nothing else',
       'missing: ' + difference(wanted, exports), 'too many: ' + difference(exports, wanted))
    for mpi in MPIS:
        half = BUILD / f'libfencepost-{mpi}.so'
        ok(symbols(half, '') == {'fencepost_attach'}, f'{half.name} exports its entry only',
           ' '.join(sorted(symbols(half, ''))))
        table_of = subprocess.run(['readelf', '-rW', half], capture_output=True, text=True).stdout
        found = [line for line in table_of.splitlines() if 'DTPMOD' in line]
        ok(not found, f'{half.name} finds variables of threads without the loader', *found)
    print(f'1..{count}')
    sys.exit(failed > 0)


main()
