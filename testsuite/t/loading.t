#!/usr/bin/python3
"""Nobody waits for the loader's locks with one of ours: a thread that is in a constructor, a
destructor or a callback of the loader has them, and whatever it calls may want ours. And nobody makes
the loader run a constructor before its turn."""
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
for runtime in (), ('-static-libstdc++',):
    where = folder('loading-order')
    library = []
    for name in 'needed', 'middle', 'top':
        library.append(f'./libloading-{name}.so')
        source = [] if name == 'top' else [PROGRAMS / f'loading_{name}.cc']
        subprocess.run(['g++', '-shared', '-fPIC', *runtime, '-o', library[-1], *source, '-Wl,--no-as-needed',
                        *library[-2:-1], '-Wl,-rpath,$ORIGIN'], cwd=where, check=True)
    subprocess.run(['gcc', '-o', 'order', PROGRAMS / 'loading_order.c', '-ldl'], cwd=where, check=True)
    natively = run('./order', library[-1], cwd=where)
    r = run(FENCEPOST, 'run', '--quiet', '--output=order.json', './order', library[-1], cwd=where)
    ok(natively.stdout == '84\n' and (r.returncode, r.stdout) == (70, natively.stdout),
       ' '.join(('constructors of libraries of C++ that the program itself does not see', *runtime)), natively, r)
done()
