#!/usr/bin/python3
"""Statuses and hang reports of real jobs that abort, crash, are killed or hang, on both MPIs."""
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from journals import *
from libraries import OPENMPI
from live import loses_status

SOURCE = r'''
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static void hang(int rank) {
  int memory[4] = {0}, peer = 1 - rank;
  MPI_Win win;
  MPI_Group all, one;
  MPI_Win_create(memory, sizeof memory, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_get_group(win, &all);
  MPI_Group_incl(all, 1, &peer, &one);
  if (rank == 0) {
    MPI_Win_post(one, 0, win);
    MPI_Win_wait(win); /* wait */
  } else {
    MPI_Recv(memory, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* recv */
  }
}
int main(int argc, char **argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  signal(SIGSEGV, SIG_DFL);
  if (!strcmp(argv[1], "exit")) /* hydra may send it before it kills, and would report it */
    signal(SIGHUP, SIG_IGN);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 1 && !strcmp(argv[1], "abort"))
    MPI_Abort(MPI_COMM_WORLD, 3);
  if (rank == 1 && !strcmp(argv[1], "exit"))
    exit(3);
  if (rank == 1 && !strcmp(argv[1], "signal"))
    kill(getpid(), atoi(argv[2]));
  if (!strcmp(argv[1], "hang"))
    hang(rank);
  if (rank == 1 && !strcmp(argv[1], "up")) {
    printf("up %d\n", (int)getpid());
    fflush(stdout);
  }
  if (strcmp(argv[1], "fine"))
    for (;;)
      usleep(10000);
  MPI_Finalize();
  return 0;
}
'''
LINE = {word: n for n, line in enumerate(SOURCE.splitlines(), 1) for word in ('wait', 'recv')
        if f'/* {word} */' in line}
os.environ.update(OPENMPI)
(TMP / 'job.c').write_text(SOURCE)


def command(mpi, output, *words, options=()):
    return ['run', f'--output={output}', *options, f'mpiexec.{mpi}', '-n', '2', f'./job.{mpi}',
            *words]


def run(mpi, *words, options=()):
    output = TMP / f'{mpi}-{next(numbers)}.json'
    outcome = fencepost(*command(mpi, output, *words, options=options))
    return outcome, report_of(output)


def report_of(output):
    report = json.loads(output.read_text())
    if validate(report):
        ok(False, 'a report keeps to the schema', validate(report))
    return report


def kill(mpi, whom, number):
    """Sends a signal to the launcher, a rank or `fencepost run` while the job runs."""
    output = TMP / f'{mpi}-{next(numbers)}.json'
    process = subprocess.Popen([FENCEPOST, *command(mpi, output, 'up')], cwd=TMP, text=True,
                               stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE)
    rank = int(process.stdout.readline().split()[1])
    launcher = int(subprocess.run(['pgrep', '-P', str(process.pid)], capture_output=True,
                                  text=True).stdout.split()[0])
    os.kill({'a rank': rank, 'mpiexec': launcher, 'fencepost run': process.pid}[whom], number)
    process.communicate(timeout=60)
    time.sleep(0.1)
    gone = not pathlib.Path(f'/proc/{rank}').exists() or \
        'State:\tZ' in pathlib.Path(f'/proc/{rank}/status').read_text()
    return report_of(output), gone, process.returncode


for mpi in ('mpich', 'openmpi'):
    if not shutil.which(f'mpicc.{mpi}'):
        ok(True, f'{mpi} # SKIP not installed')
        continue
    subprocess.run([f'mpicc.{mpi}', '-g', '-o', f'job.{mpi}', 'job.c'], cwd=TMP, check=True)
    loses = loses_status(mpi, f'./job.{mpi}', 'signal', '11', cwd=TMP)
    for words, code, status, detail in (
            (['fine'], 0, 'complete', 'every rank reached MPI_Finalize'),
            (['abort'], 3, 'crashed', 'rank 1 called MPI_Abort with code 3'),
            (['exit'], 3, 'crashed', 'rank 1 called exit(3) before MPI_Finalize'),
            (['signal', '11'], None, 'crashed', 'signal 11'),
            (['signal', '9'], None, 'killed', 'signal 9')):
        outcome, report = run(mpi, *words)
        lost = loses and words[0] == 'signal' and 'without MPI_Finalize' in report['status_detail']
        ok(report['status'] in (status, 'crashed') if lost else
           report['status'] == status and detail in report['status_detail'],
           f'{mpi} {" ".join(words)}: {status}', report['status_detail'])
        # hydra may report the SIGKILL by which it has ended the others
        ok(outcome.returncode == code or mpi == 'mpich' and code and outcome.returncode == 9
           if code is not None else outcome.returncode not in (0, 70) or lost and outcome.returncode,
           f'{mpi} {" ".join(words)}: the exit status is the program\'s', outcome.returncode)
    for whom, number in (('mpiexec', signal.SIGKILL), ('a rank', signal.SIGTERM),
                         ('fencepost run', signal.SIGTERM), ('fencepost run', signal.SIGINT)):
        report, gone, code = kill(mpi, whom, number)
        # MPICH also ends with status 15 after a fatal MPI_ERR_OTHER, and 4.2 may tell of the SIGKILL for the others
        status = ['killed'] if (mpi, whom) != ('mpich', 'a rank') else ['crashed'] + ['killed'] * loses
        ok(report['status'] in status, f'{mpi}, {number.name} for {whom}: {" or ".join(status)}', report['status'])
        ok(gone and code, f'{mpi}, {number.name} for {whom}: no rank is left, not 0', code)
    outcome, report = run(mpi, 'hang', options=['--timeout=2'])
    same(report['status'], 'hung', f'{mpi} hang: hung')
    same(report.get('hang_analysis', [''])[0], 'ranks 0 and 1 wait for each other',
         f'{mpi} hang: the circle')
    same([(h['rank'], h['call'], h['line'], [(w['rank'], w['what']) for w in h['waits_for']])
          for h in report.get('hangs', [])],
         [(0, 'MPI_Win_wait', LINE['wait'], [(1, 'MPI_Win_complete')]),
          (1, 'MPI_Recv', LINE['recv'], [(0, 'a send')])], f'{mpi} hang: who waits for whom')
done()
