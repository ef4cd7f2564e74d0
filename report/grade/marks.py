"""The rubric: from facts to points. Pure: the same facts give the same points."""
import collections
import re

NUMBER = re.compile(r'[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?|[-+]?(?:nan|inf)', re.I)
RANK = re.compile(r'\d+')
LUCK = ('The output does not count. After the mistakes below a program may print anything: another '
        'run, machine or MPI library may give another result, whether or not this one looks right.')
ORDER = {'failed': 0, 'skipped': 0, 'unchecked': 1, 'complete': 2}


def _same_number(a, b, tolerance):
    x, y = float(a), float(b)
    if x == y or (x != x and y != y):
        return True
    return abs(x - y) <= tolerance * max(1, abs(x), abs(y))


def same_word(a, b, tolerance):
    """Words are equal, or are numbers that differ by no more than allowed."""
    if a == b:
        return True
    if not tolerance:
        return False
    parts_a, parts_b = NUMBER.findall(a), NUMBER.findall(b)
    return (len(parts_a) == len(parts_b) and NUMBER.sub('#', a) == NUMBER.sub('#', b) and
            all(_same_number(x, y, tolerance) for x, y in zip(parts_a, parts_b)))


def same_line(a, b, tolerance):
    words_a, words_b = a.split(), b.split()
    return len(words_a) == len(words_b) and all(
        same_word(x, y, tolerance) for x, y in zip(words_a, words_b))


def _rows(text):
    return [line.rstrip() for line in text.rstrip().split('\n')] if text.strip() else []


def _in_order(expected, got, tolerance):
    for n, want in enumerate(expected):
        if n >= len(got):
            return f'the output ends before line {n + 1}, which should be: {want}'
        if not same_line(want, got[n], tolerance):
            return f'line {n + 1} should be: {want}\nbut is: {got[n]}'
    return f'one line too many: {got[len(expected)]}' if len(got) > len(expected) else None


def _in_any_order(expected, got, tolerance):
    left = list(got)
    for want in expected:
        match = next((i for i, line in enumerate(left) if same_line(want, line, tolerance)), None)
        if match is None:
            return f'this line is missing: {want}'
        del left[match]
    return f'one line too many: {left[0]}' if left else None


def _by_rank(rows):
    groups = collections.defaultdict(list)
    for row in rows:
        rank = RANK.search(row)
        groups[int(rank.group()) if rank else -1].append(row)
    return groups


def difference(test, text):
    """How the output differs from what is expected, None if it does not."""
    if test['expected'] is None:
        return None
    expected, got = _rows(test['expected']), _rows(text)
    tolerance, order = test['compare']['numbers'], test['compare']['order']
    if order == 'exact':
        wrong = _in_order(expected, got, tolerance)
        swapped = wrong and _in_any_order(expected, got, tolerance) is None
        return f'the lines are right, but in another order: {wrong}' if swapped else wrong
    if order == 'any':
        return _in_any_order(expected, got, tolerance)
    want, have = _by_rank(expected), _by_rank(got)
    for rank in sorted(set(want) | set(have)):
        wrong = _in_order(want[rank], have[rank], tolerance)
        if wrong:
            return f'rank {rank}: {wrong}' if rank >= 0 else wrong
    return None


def order(run, test):
    """Sorts the worst run of a test first."""
    return (ORDER[run['outcome']], difference(test, run['stdout']) is None, -len(run['findings']))


def _is_luck(run, rubric):
    """Whether a mistake leaves open what the program prints, and the rubric cares."""
    return rubric['unreliable'] is not None and run['outcome'] == 'complete' and any(
        f.get('grade') in ('erroneous', 'undefined') for f in run['findings'])


def _output_mark(test, run, rubric):
    """The part of the points that the output is worth, and why it is not all."""
    if run['outcome'] in ('failed', 'skipped'):
        return 0, []
    if _is_luck(run, rubric):
        share = rubric['unreliable']
        return share, [LUCK] if share < 1 else []
    wrong = difference(test, run['stdout'])
    share = rubric['unchecked'] if run['outcome'] == 'unchecked' else 1
    return (0, [f'The output is not the expected one: {wrong}']) if wrong else (share, [])


def _test_mark(test, run, rubric):
    share, more = _output_mark(test, run, rubric)
    why = run['why'] + more
    if why and run['schedule']:
        why.append(f'Seen in {run["schedule"]}.')
    return {'name': test['name'], 'kind': 'test', 'score': test['points'] * share,
            'max': test['points'], 'outcome': run['outcome'], 'why': why,
            'findings': run['findings']}


def _counted(facts):
    """{fingerprint: finding} of all tests. How many are seen before a run fails depends on timing:
    of such a run each slug counts once, if no other run has it."""
    result, seen = {}, set()
    for run in sorted(facts['tests'], key=lambda r: r['outcome'] == 'failed'):
        for finding in run['findings']:
            if run['outcome'] != 'failed' or finding.get('id') not in seen:
                result.setdefault(str(finding.get('fingerprint')), finding)
            seen.add(finding.get('id'))
    return result


def _places(finding):
    return ' and '.join(dict.fromkeys(
        f'{str(at.get("file")).rsplit("/", 1)[-1]}:{at.get("line")}' if at.get('file') else
        str(at.get('call')) for at in finding.get('locations', [])[:2]))


def _deductions(rules, findings):
    named = {slug for rule in rules for slug in rule['finding'] or ()}
    for rule in rules:
        if rule['finding']:
            hit = [f for f in findings if f.get('id') in rule['finding']]
        else:
            hit = [f for f in findings
                   if f.get('grade') == rule['grade'] and f.get('id') not in named]
        if not hit:
            continue
        points = rule['points'] * len(hit)
        capped = rule['cap'] is not None and points > rule['cap']
        why = [f'{f.get("title")} [{f.get("id")}], {_places(f)}' for f in hit]
        what = ', '.join(rule['finding'] or [rule['grade']])
        yield {'name': f'finding: {what}', 'kind': 'deduction',
               'score': -(rule['cap'] if capped else points), 'max': 0,
               'why': why + ([f'no more than {rule["cap"]:g} points are taken off for this']
                             if capped else [])}


def _called(facts, call, by):
    """Whether it was called in some run that can be trusted."""
    for run in facts['tests']:
        ranks = list(run['calls'].values())
        hits = [call in calls for calls in ranks]
        if run['outcome'] == 'complete' and ranks and (any(hits) if by == 'any' else all(hits)):
            return True
    return False


def _seen(facts, call):
    return any(call in calls for run in facts['tests'] for calls in run['calls'].values())


def _bonus(rule, facts):
    missing = [c for c in rule['calls'] if not _called(facts, c, rule['by'])]
    return {'name': rule['name'] or 'uses ' + ', '.join(rule['calls']), 'kind': 'bonus',
            'score': 0 if missing else rule['points'], 'max': rule['points'],
            'why': [_lacks(missing, rule['by'])] if missing and facts['build']['ok'] else []}


def _lacks(missing, by):
    who = 'a rank calls' if by == 'any' else 'every rank calls'
    return f'In no test that came to its end {who} {" and ".join(missing)}.'


def _ban(rule, facts):
    used = [c for c in rule['calls'] if _seen(facts, c)]
    return {'name': rule['name'] or 'no ' + ', '.join(rule['calls']), 'kind': 'ban',
            'score': -rule['points'] if used else 0, 'max': 0,
            'why': [f'{c} is called, but must not be used here' for c in used]}


def mark(assignment, facts):
    """{score, max, items: [{name, kind, score, max, why[]}]}. The sum is never below 0."""
    rubric, built = assignment['rubric'], facts['build']
    items = []
    if rubric['building'] or not built['ok']:
        items.append({'name': 'builds', 'kind': 'build', 'max': rubric['building'],
                      'score': rubric['building'] if built['ok'] else 0,
                      'why': [] if built['ok'] else [built['why']]})
    items += [_test_mark(test, run, rubric)
              for test, run in zip(assignment['tests'], facts['tests'])]
    items += _deductions(rubric['deductions'], _counted(facts).values())
    items += [_bonus(rule, facts) for rule in rubric['bonus']]
    items += [_ban(rule, facts) for rule in rubric['bans']]
    most = sum(item['max'] for item in items)
    return {'score': round(max(0, sum(item['score'] for item in items)), 6),
            'max': round(most, 6), 'items': items}
