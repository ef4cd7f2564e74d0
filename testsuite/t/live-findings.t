#!/usr/bin/python3
"""Findings are printed while the program runs: once each, and only those that count."""
import subprocess

from live import FENCEPOST, MPIS, PROGRAMS, YIELDING, compiled, done, folder, ok

LINE = next(number for number, text in enumerate((PROGRAMS / 'live_findings.c').read_text().split('\n'), 1)
            if 'line: put' in text)


def printed(mpi, program, where, *options):
    """Returns what was printed, one stream, and whether the line came before the program's end."""
    r = subprocess.run([FENCEPOST, 'run', f'--output={where}/r.json', *options, f'mpiexec.{mpi}', '-n', '2',
                        program], cwd=where, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                       timeout=600)
    lines = [line for line in r.stdout.split('\n') if line.startswith('fencepost: error: [rma-race]')]
    return r.stdout, lines


for mpi in MPIS:
    where = folder(f'live-findings-{mpi}')
    program = compiled(mpi, 'live_findings.c', where, *YIELDING[mpi])
    out, lines = printed(mpi, program, where)
    ok(len(lines) == 1 and f'live_findings.c:{LINE} in main, rank ' in lines[0] and
       out.index(lines[0]) < out.index('end\n') < out.index('---- Fencepost ----'),
       f'{mpi}: a race is told once, before the program ends', out)
    for options in (['--live=off'], ['--quiet'], [f'--baseline={where}/r.json']):
        out, lines = printed(mpi, program, where, *options)
        ok(not lines, f'{mpi}: not with {options[0].split("=")[0]}', out)
done()
