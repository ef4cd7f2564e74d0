#!/usr/bin/python3
"""Units of interpose/; call stacks when code is unloaded."""
import subprocess

from live import FENCEPOST, MPIS, PROGRAMS, done, folder, ok, report, run
from units import unit


HOLES = '-Wl,-z,max-page-size=0x200000',  # between the segments of the program


def check_plugins(mpi):
    """Two builds of a plug-in that were mapped at one address must be told apart."""
    where = folder(f'plugins-{mpi}')
    for line in 1000, 2000:
        subprocess.run([f'mpicc.{mpi}', '-g', '-shared', '-fPIC', f'-DLINE={line}',
                        PROGRAMS / 'plugin.c', '-o', where / f'{line}.so'], check=True)
    for way, words, flags in (('dlclose', (), ()), ("the C library's dlclose", ('libc',), ()),
                              ('a program with holes', (), HOLES)):
        subprocess.run([f'mpicc.{mpi}', '-g', PROGRAMS / 'plugins.c', '-o', where / 'plugins', '-ldl', *flags],
                       check=True)
        out = where / 'report.json'
        r = run(FENCEPOST, 'run', '--quiet', f'--output={out}', f'mpiexec.{mpi}', '-n', 1,
                where / 'plugins', where / '1000.so', where / '2000.so', *words, cwd=where)
        found = sorted((f['locations'][0]['line'], f['count']) for f in report(out)['findings'])
        ok('same address' in r.stdout, f'{mpi}, {way}: both plugins were at one address', r.stdout, r.stderr)
        ok(found == [(1002, 3), (2002, 3)], f'{mpi}, {way}: each plugin has its own lines', found)


for name in 'stack', 'loaded', 'loaded-apart', 'lock', 'record', 'rows':
    unit(name, prefix=f'{name}: ')
for mpi in MPIS:
    check_plugins(mpi)
done()
