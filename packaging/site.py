#!/usr/bin/python3
"""site.py FOLDER [BUILD [PATTERN...]]: the pages of docs/ and of the tables in include/ as a site, in FOLDER/html,
by Debian's mkdocs. Each kind of finding has a page, with the time line of a run by BUILD/fencepost if its name fits
a PATTERN (all without one); the members of a report are listed from its schema. Dead links are errors."""
import fnmatch
import json
import pathlib
import re
import shutil
import subprocess
import sys
import textwrap

sys.dont_write_bytecode = True
import pictures  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parent.parent
STRING = re.compile(r'"((?:[^"\\]|\\.)*)"')
ROW = re.compile(r'^FINDING\((\w+), ("[^"]*"), (\w+),((?:\s*(?:"(?:[^"\\]|\\.)*"\s*)+,?)+)\)', re.M)
FOLDERS = {'arguments': 'Arguments', 'ends': 'Beginning and end', 'epochs': 'Epochs and windows',
           'greq': 'Generalized requests', 'messages': 'Messages', 'promises': 'Promises and assertions',
           'races': 'Races', 'requests': 'Requests and objects'}
PAGES = {'For users': ['tutorial', 'using', 'reports', 'members', 'limits', 'calls', 'grading', 'grading-security',
                       'packaging'],
         'For contributors': ['contributing', 'architecture', 'testing', 'adding-a-call', 'adding-a-finding',
                              'adding-a-library', 'changes'],
         'Terms': ['glossary']}


def rows():
    """Yields slug, grade, title, section, error class, explanation and remedy of each kind of finding."""
    text = (ROOT / 'include/findings.def').read_text()
    for _, slug, grade, rest in ROW.findall(re.sub(r'/\*.*?\*/', '', text, flags=re.S)):
        fields = [''.join(STRING.findall(field)) for field in re.findall(r'(?:"(?:[^"\\]|\\.)*"\s*)+', rest)]
        yield slug.strip('"'), grade.lower(), *fields


def example(path):
    """Returns the wrong and the right lines as blocks of code."""
    parts = re.split(r'^(Wrong|Right):\n', path.read_text(), flags=re.M)[1:]
    return ''.join(f'## {title}\n\n```c\n{textwrap.dedent(body)}```\n\n'
                   for title, body in zip(parts[::2], parts[1::2]))


def picture(slug, program):
    if not program:
        return ''
    return (f'## A picture\n\nWhat happened in a run of a test (`make one T=cases/{program}`); what the finding is '
            f'about is red ([as a page of its own](../pictures/{slug}.html)).\n\n'
            f'<iframe src="../pictures/{slug}.html" title="Time line of a run with {slug}" '
            'style="width: 100%; height: 36rem; border: 1px solid #d0d7de"></iframe>\n\n')


def drawings(pages, build, patterns):
    """Draws runs of programs. Returns {slug: program}."""
    slugs = [slug for slug, *_ in rows() if any(fnmatch.fnmatch(slug, p) for p in patterns or ['*'])]
    return pictures.draw(pathlib.Path(build).resolve(), slugs, pages / 'pictures') if build else {}


def catalogue(pages, programs):
    """Writes a page for each kind of finding. Returns those of each chapter."""
    chapters = {title: [] for title in FOLDERS.values()}
    for slug, grade, title, section, error, why, remedy in rows():
        path, = (ROOT / 'report/explain').glob(f'*/{slug}.txt')
        text = (f'# {slug}\n\n**{title}**\n\n| | |\n|---|---|\n| grade | [{grade}](../findings.md) |\n'
                f'| standard | MPI-3.1, section {section} |\n| error class | `{error}` |\n\n{why}\n\n'
                f'## What to change\n\n{remedy}\n\n{example(path)}'
                f'{picture(slug, programs.get(slug))}'
                f'Typed in a terminal: `fencepost explain {slug}`\n')
        (pages / 'findings').mkdir(exist_ok=True)
        (pages / f'findings/{slug}.md').write_text(text.replace('\\"', '"'))
        chapters[FOLDERS[path.parent.name]].append(f'findings/{slug}.md')
    return chapters


def kind(node):
    if '$ref' in node:
        name = node['$ref'].rsplit('/', 1)[1]
        return f'[{name}](#{name})'
    if 'const' in node or 'enum' in node:
        return ', '.join(f'`{json.dumps(word)}`' for word in node.get('enum', [node.get('const')]))
    if node.get('type') == 'array':
        return f'array of {kind(node.get("items", {})) or "values"}'
    return ' or '.join([node['type']] if isinstance(node.get('type'), str) else node.get('type', []))


def members(node, before=''):
    """Yields a row for each member of an object."""
    for name, part in node.get('properties', {}).items():
        full = f'{before}{name}'
        needed = '' if name in node.get('required', []) else 'may be missing'
        cells = (f'`{full}`', kind(part), needed, part.get('description', ''))
        yield '| ' + ' | '.join(cell.replace('|', '\\|') for cell in cells) + ' |\n'
        yield from members(part, f'{full}.')
        yield from members(part.get('items', {}), f'{full}[].')


def schema_page():
    schema = json.loads((ROOT / 'report/schema.json').read_text())
    head = '| member | what it is | | |\n|---|---|---|---|\n'
    text = f'# Members of a report\n\n{schema["description"]} How they are meant: [Reports](reports.md).\n\n'
    text += head + ''.join(members(schema))
    for name, node in schema['definitions'].items():
        text += f'\n## {name}\n\n{node.get("description", "")}\n\n{head}' + ''.join(members(node))
    return text


def with_links(text, slugs):
    """Slugs in the table of findings lead to their pages."""
    return re.sub(r'^\| `([a-z0-9-]+)` \|',
                  lambda m: f'| [`{m[1]}`](findings/{m[1]}.md) |' if m[1] in slugs else m[0], text, flags=re.M)


def main():
    where = pathlib.Path(sys.argv[1]).resolve()
    pages = where / 'pages'
    shutil.rmtree(pages, ignore_errors=True)
    pages.mkdir(parents=True)
    chapters = catalogue(pages, drawings(pages, next(iter(sys.argv[2:]), None), sys.argv[3:]))
    slugs = {pathlib.Path(page).stem for of in chapters.values() for page in of}
    for page in (ROOT / 'docs').glob('*.md'):
        text = page.read_text()
        (pages / page.name).write_text(with_links(text, slugs) if page.name == 'findings.md' else text)
    for name, source in ('index', 'README'), ('contributing', 'CONTRIBUTING'), ('changes', 'CHANGELOG'):
        (pages / f'{name}.md').write_text((ROOT / f'{source}.md').read_text().replace('](docs/', ']('))
    (pages / 'members.md').write_text(schema_page())
    nav = [{'Fencepost': 'index.md'}]
    nav += [{title: [f'{name}.md' for name in names]} for title, names in PAGES.items()]
    nav += [{'Findings': ['findings.md', *({title: of} for title, of in chapters.items())]}]
    (where / 'mkdocs.yml').write_text(json.dumps(
        {'site_name': 'Fencepost', 'docs_dir': 'pages', 'site_dir': 'html', 'nav': nav,
         'theme': {'name': 'mkdocs', 'highlightjs': False},
         'use_directory_urls': False, 'plugins': ['search'], 'markdown_extensions': ['tables', 'fenced_code']}))
    build = ['mkdocs', 'build', '--strict', '--quiet', '--config-file', where / 'mkdocs.yml']
    sys.exit(subprocess.run(build).returncode)


main()
