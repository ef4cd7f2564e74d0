"""The other witness. A run in which nothing was wrong is made once more at another level, where loads
and stores are seen by other means: what hides from the code of `fencepost cc` does not hide from the
pages of memory. If the two disagree, something was hidden, and neither counts."""
import platform

LEVEL = 'pages'
MACHINES = ('x86_64',)  # where that level is possible
PATIENCE = 4  # it may take so much longer, in each kind of time
GRAVE = ('erroneous', 'undefined')


def level(test, trace):
    """At which level the other run is, or None."""
    if test['witness'] == 'none' or platform.machine() not in MACHINES:
        return None
    return LEVEL if trace == 'compiled' else None


def patient(test):
    limits = test['limits']
    return {**test, 'limits': {**limits, **{n: PATIENCE * limits[n] for n in ('seconds', 'cpu')}}}


def is_wanted(run):
    return run['outcome'] == 'complete' and not grave(run)


def grave(run):
    return [f for f in run['findings'] if f.get('grade') in GRAVE]


def compare(run, other):
    """Changes `run` if `other` disagrees with it."""
    said = f'At level {LEVEL}, where loads and stores are seen by other means, the same program '
    if other['outcome'] != 'complete':
        run['why'] = [f'{said}did not come to its end as checked.', *other['why']]
    elif grave(other):
        names = sorted({str(f.get('id')) for f in grave(other)})
        run['why'] = [f'{said}has findings that were not seen before: {", ".join(names)}. What it '
                      'does was hidden from the checker.']
    else:
        return
    run['outcome'] = 'unchecked'
    run['findings'] += grave(other)
