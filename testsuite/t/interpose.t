#!/usr/bin/python3
"""Units of interpose/; call stacks when code is unloaded."""
import os
import subprocess

from live import FENCEPOST, MPIS, PROGRAMS, ROOT, done, folder, ok, report, run


def check_unit(name):
    """A program that includes the sources it tests; it is built with an mpi.h, but calls no MPI."""
    where = folder(f'unit-{name}')
    subprocess.run(['mpicc.mpich', '-std=gnu11', '-O1', '-g', '-Wall', '-Wextra', '-Werror',
                    '-fsanitize=address,undefined', '-fno-sanitize-recover=undefined',
                    '-DMPI_LIBRARY=mpich', f'-I{ROOT}', ROOT / f'testsuite/unit/{name}.c', '-o', where / name,
                    '-lunwind', '-ljansson', '-lpthread'],
                   check=True, env={**os.environ, 'MPICH_CC': os.environ.get('CC', 'gcc')})
    r = run(where / name, cwd=where)
    for line in r.stdout.splitlines():
        if line.startswith(('ok ', 'not ok ')):
            ok(line.startswith('ok'), f'{name}: ' + line.split(' - ', 1)[1])
    ok(r.returncode == 0, f'{name} runs to its end', r.returncode, r.stdout, r.stderr)


def check_plugins(mpi):
    """Two builds of a plugin that were mapped at one address are told apart."""
    where = folder(f'plugins-{mpi}')
    for line in 1000, 2000:
        subprocess.run([f'mpicc.{mpi}', '-g', '-shared', '-fPIC', f'-DLINE={line}',
                        PROGRAMS / 'plugin.c', '-o', where / f'{line}.so'], check=True)
    subprocess.run([f'mpicc.{mpi}', '-g', PROGRAMS / 'plugins.c', '-o', where / 'plugins', '-ldl'],
                   check=True)
    out = where / 'report.json'
    r = run(FENCEPOST, 'run', '--quiet', f'--output={out}', f'mpiexec.{mpi}', '-n', 1,
            where / 'plugins', where / '1000.so', where / '2000.so', cwd=where)
    found = sorted((f['locations'][0]['line'], f['count']) for f in report(out)['findings'])
    ok('same address' in r.stdout, f'{mpi}: both plugins were at one address', r.stdout, r.stderr)
    ok(found == [(1002, 3), (2002, 3)], f'{mpi}: each plugin has its own lines', found)


for name in 'stack', 'lock', 'record':
    check_unit(name)
for mpi in MPIS:
    check_plugins(mpi)
done()
