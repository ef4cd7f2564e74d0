"""Building the tests against an installed MPI, without building MPICH.

Everything goes to one directory per MPI. What was built before is kept as long as the command, the
compiler and the helper sources are the same.
"""
import hashlib
import os
import subprocess
import threading

HERE = os.path.dirname(os.path.abspath(__file__))
DTPOOLS = ["dtpools.c", "dtpools_misc.c", "dtpools_init_verify.c", "dtpools_desc.c",
           "dtpools_attr.c", "dtpools_custom.c"]
CFLAGS = ["-g", "-O1", "-w", "-fno-omit-frame-pointer"]


class BuildError(Exception):
    pass


def output_of(command):
    done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True)
    return done.returncode, done.stdout


def first_error(output):
    """Returns the line of a compiler's output that says why it failed."""
    lines = [line for line in output.splitlines() if "error:" in line or "undefined" in line]
    line = (lines or output.splitlines() or ["no output"])[0]
    return line.split("error: ", 1)[-1].strip()


def digest(path):
    with open(path, "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


class Builder:
    def __init__(self, mpi, top, out):
        self.mpi = mpi
        self.top = top
        self.out = out
        self.building = threading.Lock()     # several tests may need one program
        self.includes = [f"-I{HERE}", f"-I{top}/include", f"-I{top}/dtpools/include"]
        if not mpi.is_mpich:
            # The tests use calls that MPI-3.0 has removed. Open MPI has them, but its header hides
            # them.
            self.includes += ["-DUSE_STRICT_MPI", "-DOMPI_OMIT_MPI1_COMPAT_DECLS=0"]
        self.base = hashlib.sha256("\n".join(
            [mpi.version] + CFLAGS + self.includes
            + [digest(os.path.join(HERE, name)) for name in ("mpitestconf.h", "yield.c")]
        ).encode()).hexdigest()

    def compile(self, target, arguments):
        """Run the compiler unless the target was made by the same command before."""
        stamp = f"{target}.stamp"
        want = hashlib.sha256("\n".join([self.base] + arguments).encode()).hexdigest()
        if os.path.exists(target) and os.path.exists(stamp):
            with open(stamp, encoding="ascii") as file:
                if file.read() == want:
                    return
        os.makedirs(os.path.dirname(target), exist_ok=True)
        status, output = output_of([self.mpi.cc] + CFLAGS + arguments + ["-o", target])
        if status != 0:
            raise BuildError(first_error(output))
        with open(stamp, "w", encoding="ascii") as file:
            file.write(want)

    def helpers(self):
        """Objects that every test is linked with: MTest, dtpools, the yielding helper."""
        util = [(f"util/{name}.c", []) for name in ("mtest", "mtest_common", "mtest_single")]
        util.append(("util/mtest_thread.c", []))
        util += [(f"dtpools/src/{name}", []) for name in DTPOOLS]
        self.objects = {}
        for source, flags in util:
            name = os.path.basename(source)[:-2]
            self.objects[name] = f"{self.out}/lib/{name}.o"
            self.compile(self.objects[name],
                         ["-c", f"{self.top}/{source}"] + self.includes + flags)
        self.objects["yield"] = f"{self.out}/lib/yield.o"
        self.compile(self.objects["yield"], ["-c", f"{HERE}/yield.c"])

    def program(self, program):
        """Build one program; returns its path."""
        threads = program.dir.split("/")[0] == "threads"
        unused = "mtest_single" if threads else "mtest_thread"
        skip = {unused} if self.mpi.is_mpich else {unused, "yield"}
        objects = [path for name, path in self.objects.items() if name not in skip]
        source_dir = os.path.join(self.top, program.dir)
        flags = self.includes + ([f"-DMTEST_USE_THREAD"] if threads else [])
        target = os.path.join(self.out, program.dir, program.name)
        sources = [os.path.join(source_dir, source) for source in program.sources]
        missing = [source for source in sources if not os.path.exists(source)]
        if missing:
            raise BuildError(f"no source {os.path.basename(missing[0])}")
        with self.building:
            self.compile(target, flags + program.flags + sources + objects
                         + program.libs + ["-lm", "-lpthread", "-ldl"])
        return target
