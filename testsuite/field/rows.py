"""The rows of programs/*.toml: which programs there are, and how each is had and run."""
import hashlib
import itertools
import json
import pathlib
import tomllib
from dataclasses import dataclass, field

HERE = pathlib.Path(__file__).resolve().parent
INPUTS, DRIVERS = HERE / 'inputs', HERE / 'drivers'
KEYS = {'packages', 'source', 'build', 'before', 'run', 'after', 'mpi', 'ranks', 'seconds', 'drop',
        'code', 'status', 'each', 'env', 'findings', 'skip'}


@dataclass
class Row:
    """One program with one MPI."""
    name: str
    mpi: str
    run: str                 # what mpiexec starts; like the other commands, a text for sh
    packages: tuple          # Debian packages; the first one's version is told
    source: str = ''         # a source package that build needs, unpacked in $SOURCE
    build: str = ''          # commands that make what run needs, in $BUILT
    before: str = ''         # commands that lay the inputs into the empty folder of a run
    after: str = ''          # commands whose output is compared, too
    ranks: int = 2
    seconds: int = 60        # natively; ten times that under Fencepost
    drop: str = ''           # lines that differ from run to run natively
    code: int = 0            # exit status, natively and under Fencepost
    status: str = 'complete'  # of the report
    skip: str = ''           # why it cannot be run
    env: dict = field(default_factory=dict)
    findings: dict = field(default_factory=dict)  # slug, with ? if not in each run: why it is right

    @property
    def key(self):
        return f'{self.name} [{self.mpi}]'

    @property
    def digest(self):
        """Changes when what is run does: an older result does not count then."""
        row = {key: value for key, value in vars(self).items() if key != 'findings'}
        return hashlib.sha256(json.dumps(row, sort_keys=True).encode()).hexdigest()[:16]


def words(value):
    return tuple(value.split() if isinstance(value, str) else value)


def fill(value, each):
    if isinstance(value, str):
        return value.replace('{each}', each)
    if isinstance(value, dict):
        return {fill(k, each): fill(v, each) for k, v in value.items()}
    return value


def findings_for(table, each, mpi):
    """Returns {slug: reason} of what holds here: keys are SLUG, SLUG@MPI or SLUG@EACH."""
    pairs = [(slug.partition('@')[0::2], reason) for slug, reason in table.items()]
    return {slug: reason for (slug, only), reason in pairs
            if not only or {each, mpi} & set(only.split(','))}


def rows():
    """Returns all rows, in the order of the files and of their lines."""
    for path in sorted((HERE / 'programs').glob('*.toml')):
        for name, table in tomllib.loads(path.read_text()).items():
            if set(table) - KEYS:
                raise SystemExit(f'{path}: {name}: unknown keys {sorted(set(table) - KEYS)}')
            for mpi, each in itertools.product(words(table.get('mpi', 'openmpi')),
                                               words(table.get('each', [''])) or ('',)):
                filled = {k: fill(v, each) for k, v in table.items() if k not in ('each', 'mpi')}
                filled['packages'] = words(filled['packages'].replace('{mpi}', mpi))
                filled['findings'] = findings_for(table.get('findings', {}), each, mpi)
                yield Row(name=fill(name, each), mpi=mpi, **filled)
