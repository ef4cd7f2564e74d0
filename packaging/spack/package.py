# A recipe for Spack: copy this folder to a repository of yours, packages/fencepost, and
# `spack install fencepost`. Set the address that you get the sources from.
from spack.package import *


class Fencepost(MakefilePackage):
    """Finds mistakes in MPI programs while they run: races in one-sided communication, wrong arguments,
    messages and collective calls that do not fit, deadlocks, misused requests."""

    homepage = "https://example.org/fencepost"
    git = "https://example.org/fencepost.git"

    license("BSD-2-Clause")

    version("main", branch="main")

    depends_on("c", type="build")
    depends_on("mpi")
    depends_on("libunwind")
    depends_on("uthash")
    depends_on("libbsd")
    depends_on("jansson~shared")
    depends_on("elfutils")
    depends_on("xxhash")
    depends_on("python@3.9:", type="run")
    # Level `pages`, which sees loads and stores of unmodified programs, is built where Zydis 4 is found: if
    # a repository of yours has it, add depends_on("zydis").

    conflicts("platform=darwin", msg="Fencepost needs Linux")
    conflicts("platform=windows", msg="Fencepost needs Linux")

    def _words(self):
        return [f"PREFIX={self.prefix}", f"MPICC={self.spec['mpi'].mpicc}", "CC=gcc"]

    def build(self, spec, prefix):
        make(*self._words())

    def install(self, spec, prefix):
        make(*self._words(), "install", parallel=False)
