#!/usr/bin/python3
"""The pages of fencepost explain: every finding has a wrong and a right example, in C that compiles;
the page for browsers is well-formed and has them all."""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from exports import *

BEFORE = '''
#include <mpi.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>
extern struct state { int count, stop, failed; MPI_Request request; } *state;
extern MPI_Grequest_query_function query_fn;
extern MPI_Grequest_free_function free_fn;
extern MPI_Grequest_cancel_function cancel_fn;
extern void *work(void *); extern void use(const void *);
extern pthread_t thread;
extern MPI_Win win; extern MPI_Comm comm; extern MPI_Group all, group, origins, neighbours;
extern MPI_Info info; extern MPI_File file; extern MPI_Op mine; extern MPI_Datatype column, pair, types[2];
extern MPI_Aint address, offsets[2]; extern MPI_Request request, copy, requests[2];
extern MPI_Status status, statuses[2]; extern double a[100], b[100], c[100], *mem; extern void *where;
extern int rank, size, other, left, right, n, i, k, old, flag, provided, lengths[2], list[100];
'''
SLUGS = re.findall(r'^FINDING\(\s*\w+,\s*"([^"]+)"', (ROOT / 'include' / 'findings.def').read_text(),
                   re.M)
source = BEFORE
missing = []
for slug in SLUGS:
    text = fencepost('explain', slug).stdout
    # a label stands before the first line only; the others are indented
    parts = re.findall(r'^(wrong|right)        (.*\n(?: {13}.*\n)*)', text, re.M)
    if [p[0] for p in parts] != ['wrong', 'right']:
        missing.append(slug)
    for part, lines in parts:
        name = f'{part}_{slug.replace("-", "_")}'
        source += f'int {name}(void);\nint {name}(void) {{\n{lines}\nreturn 0;\n}}\n'
same(missing, [], 'every finding has a wrong and a right example')
for mpi in ('mpich', 'openmpi'):
    text = source
    if mpi == 'openmpi':  # it is MPI 3.1, without partitioned communication
        text = text.replace('#include <pthread', 'int MPI_Psend_init(const void *, int, MPI_Count, '
                            'MPI_Datatype, int, int, MPI_Comm, MPI_Info, MPI_Request *);\n'
                            'int MPI_Pready(int, MPI_Request);\n#include <pthread')
    (TMP / f'{mpi}.c').write_text(text)
    # GCC 14 takes for errors what earlier ones warned of
    made = subprocess.run([f'mpicc.{mpi}', '-std=gnu11', '-Werror=implicit-function-declaration',
                           '-Werror=incompatible-pointer-types', '-Werror=int-conversion',
                           '-fsyntax-only', f'{mpi}.c'], cwd=TMP, capture_output=True, text=True)
    ok(made.returncode == 0, f'the examples compile with {mpi}', made.stderr)
page = fencepost('explain', '--html', '--all').stdout
same(judge_html(page), [], 'the page is well-formed')
same([s for s in SLUGS if f'<section id="{s}">' not in page], [], 'it has every finding')
same([s for s in SLUGS if f'href="#{s}"' not in page], [], 'and a list of them')
ok(len(re.findall('<pre>', page)) >= 2 * len(SLUGS), 'with the examples')
same(len(re.findall('<section', fencepost('explain', '--html', 'lock-twice').stdout)), 1,
     'or one alone')
same(sorted(s for s in SLUGS if len(list((ROOT / 'report' / 'explain').glob(f'*/{s}.txt'))) != 1), [],
     'every finding has its file')
done()
