#!/usr/bin/python3
"""A library that does not call MPI orders threads by means that are not seen, its own threads or
the program's (testsuite/programs/pool.c): nobody is accused, and the report says why. Where
nothing orders the program's threads, they are: for the load, and for the end of the epoch."""
import subprocess

from live import FENCEPOST, MPIS, PROGRAMS, YIELDING, done, folder, ok, report, run

SOURCE = PROGRAMS / 'pool.c'
for mpi in MPIS:
    where = folder(f'pool-{mpi}')
    subprocess.run(['cc', '-O1', '-shared', '-fPIC', '-pthread', '-DLIBRARY', SOURCE, '-o', 'libpool.so'], cwd=where,
                   check=True)
    linked = '-L.', '-lpool', f'-Wl,-rpath,{where}'
    for name, why, *flags in (('library', 'has made a thread', *linked), ('own', None, '-DPOOL_OWN'),
                              ('glib', 'calls that are not followed', '-DPOOL_OWN', '-DPOOL_GLIB', *linked)):
        subprocess.run([FENCEPOST, 'cc', f'mpicc.{mpi}', '-g', '-O1', '-pthread', SOURCE, *flags, *YIELDING[mpi],
                        '-o', name], cwd=where, check=True)
        run(FENCEPOST, 'run', '--quiet', f'--output={name}.json', f'mpiexec.{mpi}', '-n', '2', f'./{name}', cwd=where)
        told = report(where / f'{name}.json')
        found = [f['id'] for f in told['findings']]
        said = not why or any(why in text for text in told['run']['precision'])
        ok(found == ([] if why else ['buffer-race', 'op-outside-epoch']) and said, f'{mpi}: {name}', found, told['run']['precision'])
done()
