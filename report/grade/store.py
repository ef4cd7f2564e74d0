"""The facts of each submission on disk: what was run once need not run again."""
import hashlib
import json
import os


def write(path, text):
    """All of it or nothing, should we be interrupted."""
    with open(path + '.new', 'w', errors='replace') as f:
        f.write(text)
    os.replace(path + '.new', path)


def _content(path):
    with open(path, 'rb') as f:
        return hashlib.sha256(f.read()).hexdigest()


def question(assignment, submission, version, level):
    """Everything that a run depends on, as a hash. Points and expected output are not in it,
    except that with several runs the worst is kept."""
    build = dict(assignment['build'], files=[_content(p) for p in assignment['build']['files']])
    tests = []
    for test in assignment['tests']:
        row = {k: v for k, v in test.items() if k not in ('points', 'expected', 'expected_file',
                                                          'compare')}
        row['inputs'] = [[os.path.basename(p), _content(p)] for p in test['inputs']]
        if test['runs'] > 1 or test['schedules'] > 1:
            row['judged'] = [test['expected'], test['compare']]
        tests.append(row)
    text = json.dumps([version, assignment['mpi'], build, tests, level, submission.name,
                       submission.digest(), submission.notes],
                      sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()


def load(folder, asked):
    """The facts in `folder` if they answer this question, else None."""
    try:
        with open(os.path.join(folder, 'facts.json')) as f:
            value = json.load(f)
        return value['facts'] if value['question'] == asked else None
    except (OSError, ValueError, KeyError, TypeError):
        return None


def save(folder, asked, facts):
    os.makedirs(folder, exist_ok=True)
    write(os.path.join(folder, 'facts.json'), json.dumps({'question': asked, 'facts': facts}))
