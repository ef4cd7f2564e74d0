#!/usr/bin/python3
"""What other launchers than those of the libraries pass on to ranks: by stand-ins that behave as their manuals
say (testsuite/stand_in.py), and by Slurm itself if it is installed (slurmctld, slurmd, slurm-client, munge;
`make check-slurm` installs them), which then runs on this machine alone, with files of its own."""
import os
import pathlib
import shutil
import signal
import subprocess
import time

from live import FENCEPOST, ROOT, compiled, done, folder, ok, report, run, slugs

WHERE = folder('launchers')
OUT = WHERE / 'r.json'
BIN = WHERE / 'bin'
PORT = 20000 + os.getpid() % 5000 * 2
OURS = {'LD_PRELOAD', 'FENCEPOST_DIR', 'FENCEPOST_OUTPUT'}

BIN.mkdir()
for name in ('srun', 'flux', 'mpiexec', 'prterun', 'orterun'):
    shutil.copy(ROOT / 'testsuite/stand_in.py', BIN / name)
program = compiled('mpich', 'ends_as_asked.c', WHERE)


def passed(launcher, *words, **env):
    """Returns the names of the variables that the rank has got, after a run that must be checked."""
    OUT.unlink(missing_ok=True)
    env = {'STAND_IN': str(WHERE / 'names'), 'MINE': '1', 'OTHER': '2', **env}
    r = run(FENCEPOST, 'run', f'--output={OUT}', BIN / launcher, *words, program, cwd=WHERE, env=env, limit=60)
    made = report(OUT)
    why = (r.returncode, r.stdout, r.stderr[-600:], made['status'])
    name = ' '.join([*(f'{n}={v}' for n, v in env.items() if n not in ('STAND_IN', 'MINE', 'OTHER')), launcher,
                     *words])
    ok(r.returncode == 0 and r.stdout == '1 ranks\n' and made['status'] == 'complete', f'{name}: is checked', *why)
    names = set((WHERE / 'names').read_text().split())
    ok(OURS <= names, f'{name}: our variables are there', names)
    return names


def only(names, wanted, name):
    users = names & {'MINE', 'OTHER'}
    ok(users == wanted, f'{name}: the user\'s are those that were asked for', users)


only(passed('srun', '-n', '1'), {'MINE', 'OTHER'}, 'srun')
only(passed('srun', '-n', '1', '--export=NONE'), set(), 'NONE')
only(passed('srun', '--export', 'NIL', '-n', '1'), set(), 'NIL')
only(passed('srun', '--export=MINE', '-n', '1', SLURM_EXPORT_ENV='NONE'), {'MINE'}, 'the option')
only(passed('srun', '-n', '1', '--export=NONE', '--export=OTHER,X=1'), {'OTHER'}, 'the last option')
only(passed('srun', '-n', '1', '--export=ALL,X=1'), {'MINE', 'OTHER'}, 'ALL')
only(passed('srun', '-n', '1', SLURM_EXPORT_ENV='NONE'), set(), 'SLURM_EXPORT_ENV')
only(passed('srun', '-n', '1', SRUN_EXPORT_ENV='OTHER', SLURM_EXPORT_ENV='NONE'), {'OTHER'}, 'SRUN_EXPORT_ENV')
only(passed('flux', 'run', '-n', '1'), {'MINE', 'OTHER'}, 'flux')
only(passed('flux', 'run', '-n', '1', '--env=-*', '--env=MINE'), {'MINE'}, 'rules')
only(passed('flux', 'submit', '-x', '*', '-n', '1'), set(), '-x')
only(passed('flux', 'run', '--env', '-*', '-n', '1'), set(), 'a rule in a word of its own')
only(passed('mpiexec', '-n', '1'), {'MINE', 'OTHER'}, 'PALS')
only(passed('mpiexec', '--envnone', '-n', '1'), set(), '--envnone')
only(passed('mpiexec', '-n', '1', '-genvnone'), set(), '-genvnone')
only(passed('mpiexec', '--envlist=OTHER', '-n', '1'), {'OTHER'}, '--envlist=')
only(passed('mpiexec', '-envlist', 'MINE,OTHER', '-n', '1'), {'MINE', 'OTHER'}, '-envlist')
for name in ('prterun', 'orterun'):
    only(passed(name, '-H', 'b'), set(), name)
    only(passed(name, '-x', 'MINE', '-H', 'b'), {'MINE'}, '-x')
    only(passed(name, '-n', '1', SLURM_JOB_ID='7'), set(), 'hosts of a batch system')


class Slurm:
    """A controller and a node on this machine, with files in one folder. They are ended by their numbers."""
    DAEMONS = ('munged', 'slurmctld', 'slurmd')

    def __init__(self, where):
        host = os.uname().nodename.split('.')[0]
        self.where = where
        (where / 'key').write_bytes(os.urandom(1024))
        for path in ('key', ''):
            (where / path).chmod(0o700)
        self.conf = where / 'slurm.conf'
        self.conf.write_text('\n'.join(
            ['ClusterName=here', f'SlurmctldHost={host}(127.0.0.1)', f'SlurmctldPort={PORT}', f'SlurmdPort={PORT + 1}',
             f'AuthInfo=socket={where}/munge.sock', 'SlurmUser=root', f'StateSaveLocation={where}/state',
             f'SlurmdSpoolDir={where}/spool', f'SlurmctldPidFile={where}/slurmctld.pid',
             f'SlurmdPidFile={where}/slurmd.pid', f'SlurmctldLogFile={where}/slurmctld.log',
             f'SlurmdLogFile={where}/slurmd.log', 'ProctrackType=proctrack/linuxproc', 'TaskPlugin=task/none',
             'SelectType=select/cons_tres', 'SelectTypeParameters=CR_CPU', 'ReturnToService=2', 'MpiDefault=none',
             f'NodeName={host} NodeAddr=127.0.0.1 CPUs={os.cpu_count()} State=UNKNOWN',
             f'PartitionName=all Nodes={host} Default=YES State=UP OverSubscribe=FORCE:8', '']))

    def start(self):
        w = self.where
        for words in (['munged', '--force', f'--key-file={w}/key', f'--socket={w}/munge.sock',
                       f'--pid-file={w}/munged.pid', f'--log-file={w}/munged.log', f'--seed-file={w}/seed'],
                      ['slurmctld', '-f', self.conf], ['slurmd', '-f', self.conf]):
            if subprocess.run([str(x) for x in words], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL).returncode:
                return False
        for _ in range(20):
            r = run('srun', '-n', 2, '/bin/true', cwd=w, env={'SLURM_CONF': str(self.conf)}, limit=10)
            if r.returncode == 0:
                return True
            time.sleep(1)
        return False

    def stop(self):
        for name in reversed(self.DAEMONS):
            try:
                os.kill(int((self.where / f'{name}.pid').read_text()), signal.SIGTERM)
            except (OSError, ValueError):
                pass


def real(slurm):
    """Runs of Open MPI under srun, which makes the ranks itself (PMIx)."""
    binary = compiled('openmpi', 'ends_as_asked.c', WHERE)
    env = {'SLURM_CONF': str(slurm.conf), 'SLURM_MPI_TYPE': 'pmix'}
    for words, more in ((('-n', 2), {}), (('-n', 2, '--export=NONE'), {}), (('-n', 2), {'SLURM_EXPORT_ENV': 'NONE'})):
        OUT.unlink(missing_ok=True)
        r = run(FENCEPOST, 'run', f'--output={OUT}', 'srun', *words, binary, 'wrong', cwd=WHERE,
                env={**env, **more}, limit=120)
        name = f'Slurm: {more} srun {" ".join(map(str, words))}'
        ok(r.returncode == 66 and slugs(OUT) == ['rma-race'] and report(OUT)['run']['ranks'] == 2, name,
           r.returncode, r.stdout, r.stderr[-1500:], report(OUT)['status'])
    r = run('srun', '-n', 2, FENCEPOST, 'run', f'--output={OUT}', binary, 'wrong', cwd=WHERE, env=env, limit=120)
    ok(r.returncode == 66 and slugs(OUT) == ['rma-race'] and r.stderr.count('---- Fencepost ----') == 1,
       'Slurm: srun fencepost run: one report', r.returncode, r.stdout, r.stderr[-1500:])


missing = [name for name in (*Slurm.DAEMONS, 'srun') if not shutil.which(name, path=f'{os.environ["PATH"]}:/usr/sbin')]
if os.geteuid() == 0 and not missing:
    slurm = Slurm(folder('slurm'))
    try:
        if ok(slurm.start(), 'Slurm runs here', *(p.read_text()[-800:] for p in slurm.where.glob('*.log'))):
            real(slurm)
    finally:
        slurm.stop()
done()
