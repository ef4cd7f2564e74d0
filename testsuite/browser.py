"""A headless Chromium, driven by chromedriver over the W3C WebDriver protocol."""
import base64
import json
import socket
import subprocess
import time
import urllib.request

TAB, ENTER, ESCAPE = '\ue004', '\ue007', '\ue00c'


class Browser:
    def __init__(self, javascript=True, width=1200, height=900):
        with socket.socket() as s:
            s.bind(('127.0.0.1', 0))
            port = s.getsockname()[1]
        self.base = f'http://127.0.0.1:{port}'
        self.driver = subprocess.Popen(['chromedriver', f'--port={port}'],
                                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        prefs = {} if javascript else {
            'profile.managed_default_content_settings.javascript': 2}
        options = {'args': ['--headless=new', '--no-sandbox', '--disable-gpu',
                            '--disable-dev-shm-usage', f'--window-size={width},{height}'],
                   'prefs': prefs}
        self.session = ''
        for _ in range(100):
            try:
                self.call('GET', '/status')
                break
            except OSError:
                time.sleep(0.1)
        made = self.call('POST', '/session', {'capabilities': {'alwaysMatch': {
            'goog:chromeOptions': options, 'goog:loggingPrefs': {'browser': 'ALL'}}}})
        self.session = f'/session/{made["sessionId"]}'

    def call(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.base + path, data, method=method,
                                         headers={'Content-Type': 'application/json'})
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.load(answer)['value']

    def do(self, method, path, body=None):
        return self.call(method, self.session + path, body)

    def open(self, path):
        self.do('POST', '/url', {'url': f'file://{path}'})

    def run(self, script):
        """Returns the value of the body of a JavaScript function."""
        return self.do('POST', '/execute/sync', {'script': script, 'args': []})

    def keys(self, text):
        actions = [{'type': kind, 'value': key} for key in text for kind in ('keyDown', 'keyUp')]
        self.do('POST', '/actions', {'actions': [{'type': 'key', 'id': 'k', 'actions': actions}]})

    def click(self, selector):
        found = self.do('POST', '/element', {'using': 'css selector', 'value': selector})
        self.do('POST', f'/element/{next(iter(found.values()))}/click', {})

    def visible(self, selector):
        found = self.do('POST', '/elements', {'using': 'css selector', 'value': selector})
        return [self.do('GET', f'/element/{next(iter(f.values()))}/displayed') for f in found]

    def console(self):
        return [entry['message'] for entry in self.do('POST', '/se/log', {'type': 'browser'})]

    def media(self, scheme):
        feature = {'name': 'prefers-color-scheme', 'value': scheme}
        self.do('POST', '/goog/cdp/execute',
                {'cmd': 'Emulation.setEmulatedMedia', 'params': {'features': [feature]}})

    def screenshot(self, path):
        path.write_bytes(base64.b64decode(self.do('GET', '/screenshot')))

    def close(self):
        try:
            self.do('DELETE', '')
        finally:
            self.driver.terminate()
            self.driver.wait()
