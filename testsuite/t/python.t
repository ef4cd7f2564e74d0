#!/usr/bin/python3
"""A Python program calls every method of mpi4py's communicators, windows, requests, datatypes and
groups, in one thread and in two at once. It must print the same under Fencepost at each level.
Every finding is listed here with its reason."""
import re

from live import FENCEPOST, PROGRAMS, ROOT, done, folder, ok, report, run

WALK = PROGRAMS / 'mpi4py/walk.py'
LAUNCH = ('mpiexec.openmpi', '-n', 3, '/usr/bin/python3', WALK)
# (slug, call, reason)
TRUE = [('buffer-race', r'MPI_I(allgatherv|gatherv|scatterv|alltoallv|alltoallw|reduce_scatter|'
                        r'neighbor_allgatherv|neighbor_alltoall[vw])',
         'mpi4py 3.1 makes arrays of lists of counts and frees them when the call returns, while the '
         'operation still runs (MPI-3.1 section 5.12)')]


def is_listed(finding):
    calls = [location.get('call', '') for location in finding['locations']]
    return any(finding['id'] == slug and any(re.fullmatch(pattern, call) for call in calls)
               for slug, pattern, _ in TRUE)


def unlisted(rep):
    return [(f['id'], f['message'], [(at.get('call'), at.get('file'), at.get('line'))
                                     for at in f['locations']])
            for f in rep['findings'] if not is_listed(f)]


def check_binding(where):
    """Programs that use mpi4py are dormant only if the module counts as a binding."""
    source = (ROOT / 'interpose/stack/imports.c').read_text()
    module = run('/usr/bin/python3', '-c', 'from mpi4py import MPI; print(MPI.__file__)', cwd=where)
    names = run('nm', '-D', module.stdout.strip(), cwd=where)
    count = names.stdout.count(' U MPI_')
    ok(count > int(re.search(r'#define MANY (\d+)', source)[1]), 'mpi4py refers to many functions', count)


def main():
    where = folder('python')
    check_binding(where)
    version = run('/usr/bin/python3', '-c', 'import mpi4py; print(mpi4py.__version__)', cwd=where).stdout
    if version.startswith('3.'):  # later ones have other methods, and do not tell the interpreter of calls
        names = run(*LAUNCH, '--names', cwd=where)
        ok(names.returncode == 0 and 'every method was used' in names.stdout, 'the program uses every method',
           names.stdout, names.stderr)
    for options in (), ('--threads',):
        how = 'two threads' if options else 'one thread'
        alone = run(*LAUNCH, *options, cwd=where)
        ok(alone.returncode == 0 and len(alone.stdout.splitlines()) > 500, f'{how}: it runs alone',
           alone.returncode, alone.stderr)
        for level in ('mpi', 'pages', 'auto'):
            r = run(FENCEPOST, 'run', '--quiet', f'--trace={level}', *LAUNCH, *options, cwd=where)
            rep = report(where / 'fencepost-report.json')
            ok(r.returncode in (0, 66), f'{how}, {level}: it ends as it does alone', r.returncode, r.stderr)
            ok(r.stdout == alone.stdout, f'{how}, {level}: it prints the same', r.stdout[-2000:])
            ok(rep['status'] == 'complete', f'{how}, {level}: every rank was checked', rep['status'])
            ok(not unlisted(rep), f'{how}, {level}: no finding that is not listed', *unlisted(rep))
    done()


main()
