#!/usr/bin/python3
"""Findings in a Python program must name the lines that were on the stack. For a stack that has
come before, Fencepost does not ask Python for its lines again. This tries, at each level, ways in
which what is remembered could be wrong."""
from live import FENCEPOST, PROGRAMS, done, folder, ok, report, run

LAUNCH = ('mpiexec.openmpi', '-n', 2, '/usr/bin/python3', PROGRAMS / 'mpi4py/lines.py')


def python_stack(location):
    return ' '.join(f"{at['function']}:{at['line']}" for at in location['stack']
                    if at['file'] and (at['file'].endswith('.py') or at['file'] == '<generated>'))


def stacks_at(rep, place):
    """Returns the pair of stacks of each finding at that place."""
    return [sorted(map(python_stack, f['locations'][:2])) for f in rep['findings']
            if f['memory']['lo'] == 8 * place]


def check(level, where, *options):
    how = ' '.join((level, *options))
    r = run(FENCEPOST, 'run', '--quiet', f'--trace={level}', *LAUNCH, *options, cwd=where)
    rep = report(where / 'fencepost-report.json')
    ok(r.returncode == 66 and rep['status'] == 'complete', f'{how}: it is checked', r.returncode, r.stderr)
    ways = [line.split(';') for line in r.stdout.splitlines()]
    ok(len(ways) == len(rep['findings']) > 0, f'{how}: each pair is found, and nothing else',
       len(ways), len(rep['findings']))
    for place, name, *expected in ways:
        found = stacks_at(rep, int(place))
        ok(found == [sorted(expected)], f'{how}, {name}: the lines of both', sorted(expected), *found)


def main():
    where = folder('python-lines')
    for level in ('mpi', 'pages'):
        for options in (), ('--thread',):
            check(level, where, *options)
    done()


main()
