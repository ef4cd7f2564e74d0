#!/usr/bin/python3
"""The site that `make site` makes: a page for each page of docs/ and each kind of finding, all links lead
somewhere, and nothing is fetched from elsewhere."""
import fnmatch
import html.parser
import json
import re
import shutil
import urllib.parse

from live import BUILD, ROOT, done, folder, ok, run

WHERE = folder('site')
HTML = WHERE / 'html'
DRAWN = ('rma-*', 'deadlock')  # `make site` draws a run for each kind of finding


class Page(html.parser.HTMLParser):
    """What a page refers to, and the names in it."""

    def __init__(self, path):
        super().__init__()
        self.links, self.loads, self.names = [], [], set()
        self.feed(path.read_text())

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        self.names |= {attrs.get('id'), attrs.get('name')}
        if tag == 'a' and attrs.get('href'):
            self.links.append(attrs['href'])
        elif attrs.get('src') or (tag == 'link' and attrs.get('rel') in ('stylesheet', 'icon')):
            self.loads.append(attrs.get('src') or attrs['href'])


def dead(pages):
    for path, page in pages.items():
        for link in page.links + page.loads:
            url = urllib.parse.urlparse(link)
            target = (path.parent / url.path).resolve() if url.path else path
            if url.scheme or url.netloc:
                continue
            if not target.exists() or (url.fragment and target in pages and url.fragment not in pages[target].names):
                yield f'{path.name}: {link}'


def main():
    if not shutil.which('mkdocs'):
        print('1..0 # SKIP mkdocs is not installed')
        return
    r = run(ROOT / 'packaging/site.py', WHERE, BUILD, *DRAWN, cwd=WHERE)
    ok(r.returncode == 0, 'the site is made without a warning', r.stdout, r.stderr)
    pages = {path.resolve(): Page(path) for path in HTML.rglob('*.html') if path.name != '404.html'}
    slugs = set(re.findall(r'^FINDING\(\w+, "([^"]+)"', (ROOT / 'include/findings.def').read_text(), re.M))
    made = {path.stem for path in pages if path.parent.name == 'findings'}
    ok(slugs and slugs == made, 'each kind of finding has a page', slugs ^ made)
    text = (HTML / 'findings/rma-local-race.html').read_text()
    ok(all(part in text for part in ('Wrong', 'Right', 'What to change', 'MPI_Put', 'section 11.7')),
       'with what it means, a wrong and a right example')
    drawn = {path.stem for path in (HTML / 'pictures').glob('*.html')}
    ok(drawn == {slug for slug in slugs if any(fnmatch.fnmatch(slug, p) for p in DRAWN)},
       'each that is asked for has a picture', drawn)
    ok('../pictures/rma-local-race.html' in pages[(HTML / 'findings/rma-local-race.html').resolve()].loads,
       'its page shows it')
    docs = {path.stem for path in (ROOT / 'docs').glob('*.md')}
    ok(docs <= {path.stem for path in pages}, 'each page of docs/ is there', docs - {path.stem for path in pages})
    schema = json.loads((ROOT / 'report/schema.json').read_text())
    missing = set(schema['definitions']) - pages[(HTML / 'members.html').resolve()].names
    ok(not missing, 'the members of reports are listed', missing)
    broken = list(dead(pages))
    ok(not broken, 'all links lead somewhere', *broken[:40])
    foreign = {load for page in pages.values() for load in page.loads if urllib.parse.urlparse(load).netloc}
    ok(not foreign, 'nothing is fetched from elsewhere', foreign)
    unreached = reached(pages)
    ok(not unreached, 'each page is reached from the first one', *unreached)
    done()


def reached(pages):
    """Returns pages to which no chain of links leads."""
    new, seen = [(HTML / 'index.html').resolve()], set()
    while new:
        path = new.pop()
        if path in seen or path not in pages:
            continue
        seen.add(path)
        new += [(path.parent / urllib.parse.urlparse(link).path).resolve() for link in pages[path].links]
    return [str(path) for path in pages if path not in seen and path.name != 'search.html']


main()
