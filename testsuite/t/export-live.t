#!/usr/bin/python3
"""Reports of real runs on both MPIs: the name of a window, the arrows between two accesses, every
form of the report."""
import pathlib
import shutil
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from exports import *
from libraries import OPENMPI

SOURCE = r'''
#include <mpi.h>
int main(void) {
  int memory[4] = {0}, value = 1, rank;
  MPI_Win win;
  MPI_Init(0, 0);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_create(memory, sizeof memory, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_set_name(win, "first name");
  MPI_Win_set_name(win, "halo </b> of u");
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Send(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
  } else if (rank == 1) {
    MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Get(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
'''
(TMP / 'a.c').write_text(SOURCE)
os.environ.update(OPENMPI)
for mpi in ('mpich', 'openmpi'):
    if not shutil.which(f'mpicc.{mpi}'):
        continue
    subprocess.run([f'mpicc.{mpi}', '-g', 'a.c', '-o', mpi], cwd=TMP, check=True)
    forms = 'html,sarif,junit,gitlab,github,markdown,csv,text,json'
    outcome = fencepost('run', f'--output={mpi}.json', f'--format={forms}', f'mpiexec.{mpi}', '-n', '2',
                        f'./{mpi}')
    report = json.loads((TMP / f'{mpi}.json').read_text())
    same(validate(report), '', f'{mpi}: the report keeps to the schema')
    same([f['id'] for f in report['findings']], ['rma-race'], f'{mpi}: the race is found')
    finding = report['findings'][0]
    same(finding['window']['name'], 'halo </b> of u', f'{mpi}: the window has its name')
    calls = [at['call'] for at in finding['locations']]
    put, get = calls.index('MPI_Put'), calls.index('MPI_Get')
    same(finding['arrows'], [{'from': put, 'to': get, 'kind': 'start'},
                             {'from': put, 'to': get, 'kind': 'missing'}],
         f'{mpi}: the get knows that the put was started, not more')
    for form in FORMATS:
        suffix = {'html': '.html', 'sarif': '.sarif', 'junit': '.junit.xml', 'gitlab': '.gitlab.json',
                  'github': '.github.txt', 'markdown': '.md', 'csv': '.csv', 'text': '.txt',
                  'json': '.copy.json'}[form]
        same(JUDGES[form]((TMP / f'{mpi}{suffix}').read_text()), [], f'{mpi}: {form}')
    page = (TMP / f'{mpi}.html').read_text()
    has(page, 'knows that it was started', f'{mpi}: the picture has the arrow')
    (TMP / 'quiet').write_text('[rma-*]\nwindow = halo*\nreason = as it should be\n')
    outcome = fencepost('run', f'--output={mpi}.json', '--suppressions=quiet', f'mpiexec.{mpi}', '-n',
                        '2', f'./{mpi}')
    same(outcome.returncode, 0, f'{mpi}: suppressed by the name of the window')
    # a bare preload writes all forms as well
    clean = dict(os.environ, LD_PRELOAD=str(BUILD / 'libfencepost.so'), FENCEPOST_OUTPUT='bare.json',
                 FENCEPOST_FORMAT='sarif', FENCEPOST_SUPPRESSIONS='quiet')
    subprocess.run([f'mpiexec.{mpi}', '-n', '2', f'./{mpi}'], cwd=TMP, env=clean,
                   stdin=subprocess.DEVNULL, capture_output=True, timeout=60)
    bare = json.loads((TMP / 'bare.sarif').read_text())
    same([len(r.get('suppressions', [])) for r in bare['runs'][0]['results']], [1],
         f'{mpi}: LD_PRELOAD alone, with its variables')
done()
