"""Results of native runs, kept in the cache: they depend on the MPI and the test only."""
import dataclasses
import hashlib
import json
import os

import execute
import verdict


class Store:
    """One file per test; the key is everything the outcome depends on."""

    def __init__(self, directory, versions):
        self.directory = directory
        self.versions = versions
        os.makedirs(directory, exist_ok=True)

    def path(self, test):
        key = hashlib.sha256(f"{self.versions}\n{test.label}".encode()).hexdigest()[:16]
        return os.path.join(self.directory, f"{test.dir.replace('/', '-')}-{test.name}-{key}.json")

    def load(self, test):
        try:
            with open(self.path(test), encoding="utf-8") as file:
                return execute.Outcome(**json.load(file))
        except (OSError, ValueError, TypeError):
            return None

    def save(self, test, outcome):
        path = self.path(test)
        with open(f"{path}.new", "w", encoding="utf-8") as file:
            json.dump(dataclasses.asdict(outcome), file)
        os.rename(f"{path}.new", path)

    def get(self, test, run, refresh):
        """Returns (outcome, whether it was in the cache). refresh: what is run again, '', 'failed'
        or 'all'."""
        outcome = None if refresh == "all" else self.load(test)
        if outcome and refresh == "failed" and verdict.native_failure(test, outcome):
            outcome = None
        if outcome:
            return outcome, True
        outcome = run()
        self.save(test, outcome)
        return outcome, False
