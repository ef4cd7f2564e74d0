#!/usr/bin/python3
"""The examples of `fencepost explain`: short, and C that compiles under both MPIs."""
import re
import subprocess

from live import FENCEPOST, MPIS, ROOT, done, folder, ok, run

BEFORE = """
#include <mpi.h>
#include <pthread.h>
#include <stdlib.h>
struct state {
  int count, stop, failed;
  MPI_Request request;
};
extern MPI_Grequest_query_function query_fn;
extern MPI_Grequest_free_function free_fn;
extern MPI_Grequest_cancel_function cancel_fn;
extern void *work(void *);
void example(struct state *state, MPI_Request request, MPI_Request copy, MPI_Status status,
             MPI_Status *statuses, int flag, int provided, pthread_t thread);
void example(struct state *state, MPI_Request request, MPI_Request copy, MPI_Status status,
             MPI_Status *statuses, int flag, int provided, pthread_t thread) {
  (void)request, (void)copy, (void)status, (void)statuses, (void)flag, (void)provided, (void)thread;
"""
AFTER = """
state->failed += flag;
}
"""

slugs = dict(re.findall(r'^FINDING\((\w+),\s*"([^"]+)"',
                        (ROOT / 'include/findings.def').read_text(), re.M))
text = re.sub(r'^/\*.*?\*/', '', (ROOT / 'include/examples.def').read_text(), flags=re.S)
examples = {name: ''.join(re.findall(r'"((?:[^"\\]|\\.)*)"', body)).replace('\\n', '\n')
            for name, body in re.findall(r'^EXAMPLE\((\w+),(.*?)"\)$', text.replace('")\n', '" ")\n'),
                                         re.M | re.S)}
where = folder('explain')
ok(sorted(examples) == sorted(s for s in slugs if s.startswith('GREQ_')),
   'every finding about generalized requests has an example', sorted(examples))
for name, lines in examples.items():
    slug = slugs[name]
    shown = run(FENCEPOST, 'explain', slug, cwd=where).stdout
    rows = lines.splitlines()
    ok(all(row in shown for row in rows), f'{slug}: the example is shown', shown)
    ok(len(rows) <= 10 and max(map(len, rows)) <= 88, f'{slug}: it is short', lines)
    source = where / f'{slug}.c'
    source.write_text(BEFORE + lines + AFTER)
    for mpi in MPIS:
        made = subprocess.run([f'mpicc.{mpi}', '-std=gnu11', '-Wall', '-Wextra', '-Wno-stringop-overflow', '-Werror',
                               '-c',
                               source, '-o', where / f'{slug}.o'], capture_output=True, text=True)
        ok(made.returncode == 0, f'{slug}: it compiles with {mpi}', made.stderr)
done()
