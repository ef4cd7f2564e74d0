#!/usr/bin/python3
"""Nobody waits for the loader's locks with one of ours: a thread that is in a constructor, a
destructor or a callback of the loader has them, and whatever it calls may want ours."""
import subprocess

from live import FENCEPOST, MPIS, PROGRAMS, YIELDING, compiled, done, folder, ok, report, run

for mpi in MPIS:
    where = folder(f'loading-{mpi}')
    program = compiled(mpi, 'loading.c', where, '-pthread', '-rdynamic', *YIELDING[mpi])
    subprocess.run(['gcc', '-shared', '-fPIC', '-o', where / 'part.so', PROGRAMS / 'loading_part.c'],
                   check=True)
    for trace in 'mpi', 'pages':
        for how in 'open', 'close', 'list':
            out = where / f'{how}-{trace}.json'
            r = run(FENCEPOST, 'run', '--quiet', f'--trace={trace}', f'--output={out}',
                    f'mpiexec.{mpi}', '-n', 2, program, how, './part.so', cwd=where, limit=60)
            rep = report(out)
            ok((r.returncode, rep['status'], rep['findings']) == (0, 'complete', []),
               f'{mpi}, {trace}: a call during "{how}"', r.returncode, rep, r.stderr[-500:])
done()
