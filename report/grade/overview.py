"""The class on one page: all students, how the points are spread, the most common mistakes."""
import collections

from pages import END, start, text

STEPS = 10  # bars of the distribution


def summary(facts, marks):
    """The little that the overview needs of one student."""
    findings = {str(f.get('id')): str(f.get('title'))
                for run in facts['tests'] for f in run['findings']}
    return {'name': facts['name'], 'key': facts['key'], 'score': marks['score'],
            'max': marks['max'], 'findings': findings, 'built': facts['build']['ok'],
            'outcomes': [run['outcome'] for run in facts['tests']],
            'missed': [item['name'] for item in marks['items']
                       if item['score'] < item['max'] or item['score'] < 0]}


def _bar(count, most):
    return f'<span class="bar" style="width:{12 * count / most:.1f}rem"></span> {count}'


def _rows(pairs):
    most = max((count for _, count in pairs), default=1) or 1
    return ''.join(f'<tr><td>{text(name)}</td><td class="bars">{_bar(count, most)}</td></tr>\n'
                   for name, count in pairs)


def _distribution(rows):
    steps = [0] * STEPS
    for row in rows:
        share = row['score'] / row['max'] if row['max'] else 1
        steps[min(STEPS - 1, int(share * STEPS))] += 1
    width = 100 // STEPS
    return [(f'{i * width} to {(i + 1) * width} %', count) for i, count in enumerate(steps)]


def _common(rows):
    """[(what, how many students)]: findings first of all, then what else cost points."""
    titles, count = {}, collections.Counter()
    for row in rows:
        titles.update(row['findings'])
        count.update(row['findings'].keys())
    return [(f'{titles[slug]} [{slug}]', n)
            for slug, n in sorted(count.items(), key=lambda p: (-p[1], p[0]))]


def _missed(rows):
    count = collections.Counter(name for row in rows for name in row['missed'])
    return sorted(count.items(), key=lambda p: (-p[1], p[0]))


def _what(row):
    if not row['built']:
        return 'does not build'
    words = collections.Counter(o for o in row['outcomes'] if o != 'complete')
    return ', '.join([f'{n} {o}' for o, n in sorted(words.items())] + sorted(row['findings']))


def _students(rows):
    return ''.join(
        f'<tr><td><a href="students/{text(row["key"])}/feedback.html">{text(row["name"])}</a></td>'
        f'<td class="points">{row["score"]:g} of {row["max"]:g}</td><td>{text(_what(row))}</td>'
        '</tr>\n' for row in rows)


def page(assignment, rows, isolation):
    scores = sorted(row['score'] for row in rows)
    middle = f'; median {scores[len(scores) // 2]:g}' if scores else ''
    mean = f'mean {sum(scores) / len(scores):.4g}' if scores else ''
    return (start(f'{assignment["title"]}: overview') +
            f'<p>{len(rows)} submissions; {mean}{middle}. <a href="grades.csv">grades.csv</a></p>\n'
            f'<h2>Students</h2>\n<table>\n{_students(rows)}</table>\n'
            f'<h2>Points</h2>\n<table>\n{_rows(_distribution(rows))}</table>\n'
            f'<h2>Most common mistakes</h2>\n<table>\n{_rows(_common(rows))}</table>\n'
            f'<h2>What cost points</h2>\n<table>\n{_rows(_missed(rows))}</table>\n'
            f'<p class="soft">{text(isolation)}</p>\n' + END)
