#!/usr/bin/python3
"""fencepost grade on the sample assignments: the points and findings that each submission gets
are in expected.json. With --update they are written anew."""
import csv
import json
import re
import sys

from live import FENCEPOST, ROOT, done, folder, ok, run

SAMPLES = ROOT / 'testsuite/examples/grading'
AUTOGRADER = {'name': str, 'score': (int, float), 'max_score': (int, float), 'output': str}


def grade(sample, out, *words):
    return run(FENCEPOST, 'grade', sample / 'assignment.json', sample / 'submissions', '--out', out,
               '--quiet', '--jobs', 2, *words, cwd=sample, limit=600)


def got(out):
    with open(out / 'grades.csv', newline='') as f:
        return {row['name']: [float(row['score']), row['findings']] for row in csv.DictReader(f)}


def well_formed(out, name, points):
    """Returns what is wrong with the files made for a student."""
    page = (out / 'students' / name / 'feedback.html').read_text()
    result = json.loads((out / 'students' / name / 'results.json').read_text())
    wrong = [f'{name}: {t}' for t in result['tests']
             if any(not isinstance(t.get(k), kind) for k, kind in AUTOGRADER.items())]
    if re.search(r'(src|href)="?https?:', page) or 'NaN' in page or '</html>' not in page:
        wrong.append(f'{name}: feedback.html loads something, or is cut off')
    facts = json.loads((out / 'students' / name / 'facts.json').read_text())['facts']
    slugs = {f['id'] for t in facts['tests'] for f in t['findings']}
    for needed in (*slugs, *(['What to change', 'Another program with this mistake'] if slugs else [])):
        if needed not in re.sub('<iframe.*?</iframe>', '', page, flags=re.S):
            wrong.append(f'{name}: {needed} is not in feedback.html')
    found = any(t['findings'] for t in facts['tests'])
    whole = any(t['findings'] and t['outcome'] == 'complete' for t in facts['tests'])
    if not whole <= ('title="time line"' in page) <= found:
        wrong.append(f'{name}: a time line where there are findings, and only there')
    if result['score'] != points:
        wrong.append(f'{name}: results.json has {result["score"]}, grades.csv {points}')
    return wrong


def same(one, other):
    """Returns whether both have the same points and at least one finding in common. Which of
    several findings is seen of accesses without order may depend on timing."""
    found = [set(row[1].split()) for row in (one, other)]
    return one[0] == other[0] and (found[0] & found[1] or found[0] == found[1])


def sample(path):
    out = folder(f'grade-{path.name}')
    ended = grade(path, out)
    rows = got(out) if ended.returncode == 0 else {}
    if '--update' in sys.argv:
        (path / 'expected.json').write_text(
            '{\n' + ',\n'.join(f'  {json.dumps(k)}: {json.dumps(v)}' for k, v in rows.items()) +
            '\n}\n')
    expected = json.loads((path / 'expected.json').read_text())
    ok(rows and rows.keys() == expected.keys() and
       all(same(rows[n], expected[n]) for n in rows), f'{path.name}: points', f'got      {rows}',
       f'expected {expected}', ended.stderr)
    wrong = [w for name, (points, _) in rows.items() for w in well_formed(out, name, points)]
    overview = (out / 'index.html').read_text() if rows else ''
    ok(not wrong and all(f'students/{n}/feedback.html' in overview for n in rows),
       f'{path.name}: feedback, results.json, overview', *wrong)
    return out


def again(path, out):
    """The second time no submission is run again, but another rubric gives other points."""
    facts = {p: p.stat().st_mtime_ns for p in out.glob('students/*/facts.json')}
    before = got(out)
    text = json.loads((path / 'assignment.json').read_text())
    text['rubric']['building'] += 5
    other = out / 'assignment.json'
    other.write_text(json.dumps(text))
    ended = run(FENCEPOST, 'grade', other, path / 'submissions', '--out', out, '--quiet', cwd=out)
    ok(ended.returncode == 0 and got(out)['right'][0] == before['right'][0] + 5 and
       facts == {p: p.stat().st_mtime_ns for p in facts}, 'another rubric: nothing is run again',
       ended.stderr)
    next(iter(facts)).unlink()
    run(FENCEPOST, 'grade', other, path / 'submissions', '--out', out, '--quiet', cwd=out)
    ok(sum(p.stat().st_mtime_ns != t for p, t in facts.items()) == 1,
       'interrupted: only what is missing is run')
    right = grade(path, out, '--only', 'right', '--fresh')
    ok(right.returncode == 0 and got(out) == before, '--only: the others keep their points',
       right.stderr, got(out), before)


for one in sorted(SAMPLES.iterdir()):
    made = sample(one)
    if one.name == 'ready-handshake':
        again(one, made)
done()
