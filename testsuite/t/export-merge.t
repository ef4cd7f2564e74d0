#!/usr/bin/python3
"""Merging many ranks. The memory needed must depend on how many different findings there are, not
on how often they were found. Also sets of ranks. RANKS and FINDINGS make it larger: 4096 and 1000
need 2 GB of disk and some minutes."""
import pathlib
import resource
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from exports import *

RANKS, FINDINGS = (int(os.environ.get(name, n)) for name, n in (('RANKS', 512), ('FINDINGS', 200)))
STACKS = 50
MEMORY = 400 << 20  # 4,096 ranks with 1,000 findings each are 2 GB of journals
slugs = ('lock-twice', 'rma-race', 'op-outside-epoch')


def journal(rank):
    """Makes many journals quickly from a template, in which @ stands for the rank."""
    lines = [dict(record='start', version=1, world='1f', rank='@', size=RANKS, host='a', mpi='MPICH',
                  trace='mpi', memory_model='auto', time=1700000000.5, spawned=False, threads=0)]
    for n in range(STACKS):
        lines.append(dict(record='stack', id=n, frames=[
            dict(file=f'/src/file{n % 7}.c', line=10 + n, function=f'f{n}'),
            dict(file='/src/main.c', line=5, function='main')]))
    for n in range(FINDINGS):
        lines.append(dict(record='finding', key=n, slug=slugs[n % 3], confidence='schedule',
                          message=f'Rank @ does {n}.',
                          window=dict(id='1', flavor='create', model='unified', owner='@', size=8,
                                      disp_unit=1),
                          locations=[dict(rank='@', thread=0, call=f'MPI_Call_{n // STACKS}', args='',
                                          role='', epoch='', stack=n % STACKS, seq=n),
                                     dict(rank='@', thread=0, call='MPI_Put', args='', role='',
                                          epoch='', stack=(n * 7) % STACKS, seq=n + 1)]))
    lines.append(dict(record='end', calls={'MPI_Put': 1}))
    return '\n'.join(json.dumps(line, separators=(',', ':')) for line in lines).replace(
        '"@"', '@') + '\n'


d = directory()
template = journal(0)
DEAD = RANKS // 3
for r in range(RANKS):
    text = template.replace('@', str(r))
    if r == DEAD:  # it died while it wrote a line
        text = text[:len(text) // 2]
    (d / f'rank-1f-{r}.jsonl').write_text(text)


def limited():
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


output = TMP / 'many.json'
start = time.monotonic()
process = subprocess.Popen([FENCEPOST, 'merge', f'--output={output}', '--quiet', d],
                           preexec_fn=limited, stderr=subprocess.PIPE, text=True)
said = process.communicate()[1]
seconds = time.monotonic() - start
peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss >> 10
print(f'# {RANKS} ranks, {FINDINGS} findings each: {seconds:.1f} s, at most {peak} MiB')
same((process.returncode, len(said.splitlines())), (66, 1), f'within {MEMORY >> 20} MiB')
has(said, f'rank-1f-{DEAD}.jsonl: the last line is incomplete', 'the rank that died is named')
report = json.loads(output.read_text())
same(validate(report), '', 'the report keeps to the schema')
same(len(report['findings']), FINDINGS, 'each finding is there once')
counts = sorted({f['count'] for f in report['findings']})
same(counts, [RANKS - 1, RANKS], 'with all ranks, or all but the one that died')
same(sorted({f['ranks'] for f in report['findings']}),
     sorted({f'0-{RANKS - 1}', f'0-{DEAD - 1},{DEAD + 1}-{RANKS - 1}'}), 'as a compact set')
same(report['status'], 'crashed', 'and the status says that a rank is missing')
same({f['message'].split()[1] for f in report['findings']}, {'0'}, 'messages are of the first rank')
size = output.stat().st_size
ok(size < FINDINGS * 4000, 'the report is small', size)

ring = TMP / 'ring.json'
outcome = fencepost('merge', f'--output={ring}', '--quiet', '--merge=ring', d)
same(ring.read_text(), output.read_text(), 'the ring gives the same report as the tree')
alone = TMP / 'alone.json'
subprocess.run(['taskset', '-c', '0', FENCEPOST, 'merge', f'--output={alone}', '--quiet', d],
               stderr=subprocess.PIPE, env=dict(os.environ))
same(alone.read_text(), output.read_text(), 'and so does another number of processes')

# Sets of ranks.
for ranks, text in (([3], '3'), ([0, 1, 2, 3], '0-3'), ([5, 0], '0,5'), ([0, 2, 4], '0,2,4'),
                    (range(0, 1024, 2), '0-1022:2'), ([9, 7, 8, 1, 2, 0, 20, 30, 40, 50], '0-2,7-9,20-50:10')):
    d = directory()
    for r in ranks:
        Rank(d, r, 2048).finding('lock-twice', ('MPI_Win_lock', 'a.c', 3, 'f'))
    outcome, report = merge(d)
    same(report['findings'][0]['ranks'], text, f'ranks {text}')
    has(outcome.stderr, 'at rank' + ('s ' if len(text) > 1 else ' ') + text.replace(',', ', '),
        'in the summary')
done()
