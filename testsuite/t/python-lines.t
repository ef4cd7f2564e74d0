#!/usr/bin/python3
"""Findings in a Python program must name the lines that were on the stack. For a stack that has
come before, Fencepost does not ask Python for its lines again. This tries, at each level, ways in
which what is remembered could be wrong. And one line may call a library that makes several calls."""
import subprocess

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


def native_stack(location):
    return [at['function'] for at in location['stack'] if at['file'] and at['file'].endswith('steps.c')]


def check_library(where):
    subprocess.run(['mpicc.openmpi', '-g', '-O0', '-shared', '-fPIC', '-o', where / 'steps.so',
                    PROGRAMS / 'steps.c'], check=True)
    r = run(FENCEPOST, 'run', '--quiet', '--trace=mpi', 'mpiexec.openmpi', '-n', 2, '/usr/bin/python3',
            PROGRAMS / 'mpi4py/steps.py', './steps.so', cwd=where)
    rep = report(where / 'fencepost-report.json')
    found = sorted((at['call'], *native_stack(at)) for f in rep['findings'] for at in f['locations'])
    made = [('MPI_Comm_dup', 'second_step', 'work'), ('MPI_Type_contiguous', 'make', 'first_step', 'work')]
    ok(sorted(set(found)) == made, 'each call of a library that one line of Python calls', found, r.stderr)
    lines = {python_stack(at) for f in rep['findings'] for at in f['locations']}
    ok(len(lines) == 1 and len(rep['findings']) == len(made), '... each once, with the line of Python',
       lines, len(rep['findings']))


def embedded_stack(location):
    """Returns the functions of the program, and of the Python in it with their lines."""
    return [at['function'] if at['file'].endswith('.c') else f"{at['function']}:{at['line']}"
            for at in location['stack'] if at['file'] and at['file'].endswith(('embedded.c', '<string>'))]


def check_embedded(where, mpi):
    flags = run('pkg-config', '--cflags', '--libs', 'python3-embed', cwd=where).stdout.split()
    subprocess.run([f'mpicc.{mpi}', '-g', '-O0', '-rdynamic', '-o', where / f'embedded-{mpi}',
                    PROGRAMS / 'embedded.c', *flags], check=True)
    r = run(FENCEPOST, 'run', '--quiet', '--trace=mpi', f'mpiexec.{mpi}', '-n', 1, f'./embedded-{mpi}', cwd=where)
    rep = report(where / 'fencepost-report.json')
    found = sorted(embedded_stack(at) for f in rep['findings'] for at in f['locations'])
    made = [['<module>:3', 'leave', 'main'], ['inner:2', '<module>:4', 'leave', 'main'],
            ['first', 'main'], ['last', 'main']]
    ok(found == sorted(made), f'{mpi}: lines of Python only where Python in the program calls MPI', *found, r.stderr)
    ok(int(r.stdout) < 50, f'{mpi}: ... and where no Python runs no system calls look for it', r.stdout)


def main():
    where = folder('python-lines')
    for level in ('mpi', 'pages'):
        for options in (), ('--thread',):
            check(level, where, *options)
    check_library(where)
    for mpi in 'mpich', 'openmpi':
        check_embedded(where, mpi)
    done()


main()
