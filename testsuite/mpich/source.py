"""MPICH's source package: fetched once with apt, only test/mpi unpacked.

Everything lives in the cache directory:
    apt/               sources list and index files of our own, when the system has no deb-src
    download/          the source package
    mpich-VERSION/     test/mpi of it, and the generated test lists
"""
import glob
import os
import re
import subprocess
import tarfile

# The default of configure's option --with-dtpools-datatypes.
DTP_TYPES = "MPI_INT,MPI_INT:4+MPI_DOUBLE:8"


class SourceError(Exception):
    pass


def cache_dir():
    base = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    return os.path.join(base, "fencepost")


def run(command, cwd):
    done = subprocess.run(command, cwd=cwd, stdin=subprocess.DEVNULL, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return done.returncode, done.stdout


def deb_src_lines():
    """Returns the machine's sources of binary packages, as deb-src lines."""
    lines = []
    for name in ["/etc/apt/sources.list"] + sorted(glob.glob("/etc/apt/sources.list.d/*")):
        if not os.path.isfile(name):
            continue
        with open(name, encoding="utf-8") as file:
            text = file.read()
        if name.endswith(".sources"):
            for stanza in re.split(r"\n\s*\n", text):
                lines += stanza_lines(stanza)
        else:
            lines += [re.sub(r"^deb\b", "deb-src", line.strip())
                      for line in text.splitlines() if re.match(r"\s*deb\s", line)]
    return sorted(set(lines))


def stanza_lines(stanza):
    """Returns a deb822 stanza as entries of one line."""
    field = {}
    for line in stanza.splitlines():
        match = re.match(r"([A-Za-z-]+):\s*(.*)", line)
        if match:
            field[match[1].lower()] = match[2].strip()
    if "deb" not in field.get("types", "").split() or field.get("enabled", "yes") == "no":
        return []
    option = f"[signed-by={field['signed-by']}] " if field.get("signed-by") else ""
    return [f"deb-src {option}{uri} {suite} {field.get('components', '')}".strip()
            for uri in field.get("uris", "").split() for suite in field.get("suites", "").split()]


def private_apt(cache):
    """Options that give apt-get source entries without touching the system's configuration."""
    apt = os.path.join(cache, "apt")
    os.makedirs(os.path.join(apt, "lists", "partial"), exist_ok=True)
    sources = os.path.join(apt, "sources.list")
    with open(sources, "w", encoding="utf-8") as file:
        file.write("\n".join(deb_src_lines()) + "\n")
    options = [f"Dir::Etc::sourcelist={sources}", "Dir::Etc::sourceparts=-",
               f"Dir::State::lists={apt}/lists", f"Dir::Cache={apt}"]
    if os.geteuid() == 0:
        options.append("APT::Sandbox::User=root")
    return [word for option in options for word in ("-o", option)]


def tarball(download):
    found = sorted(glob.glob(os.path.join(download, "mpich_*.orig.tar.*")))
    return [name for name in found if not name.endswith(".asc")][-1:]


def download_package(cache):
    """The path of the upstream tar file; fetched if it is not there."""
    download = os.path.join(cache, "download")
    os.makedirs(download, exist_ok=True)
    if not tarball(download):
        fetch = ["apt-get", "source", "--download-only", "--only-source", "-q", "mpich"]
        status, output = run(fetch, download)
        if status != 0:
            private = private_apt(cache)
            _, update = run(["apt-get", "update", "-q"] + private, download)
            status, output = run(fetch + private, download)
            if status != 0:
                raise SourceError(f"cannot fetch MPICH's source package:\n{update}{output}")
    if not tarball(download):
        raise SourceError("apt-get source mpich left no upstream tar file")
    return tarball(download)[0]


def unpack(tar_name, top):
    """Unpack test/mpi of the tar file to `top`, all or nothing."""
    partial = top + ".partial"
    subprocess.run(["rm", "-rf", partial], check=True)
    with tarfile.open(tar_name) as tar:
        members = []
        for member in tar:
            inside = member.name.split("/", 1)[-1]
            if inside.startswith("test/mpi/") and (member.isfile() or member.isdir()):
                member.name = inside[len("test/mpi/"):]
                if ".." not in member.name.split("/"):
                    members.append(member)
        tar.extractall(partial, members)
    with open(os.path.join(partial, "dtpools", "dtpoolsconf.h"), "w", encoding="utf-8") as file:
        file.write('#include "mpitestconf.h"\n')
    generate_lists(partial)
    os.rename(partial, top)


def generate_lists(top):
    """Makes testlist.dtp and testlist.cvar with the package's own scripts, as its configure
    does."""
    commands = [["bash", "maint/gentests_dtp.sh", f"--with-dtpools-datatypes={DTP_TYPES}"],
                ["/usr/bin/python3", "maint/gen_coll_cvar.py"]]
    for command in commands:
        status, output = run(command, top)
        if status != 0:
            raise SourceError(f"{' '.join(command)}: {output}")


def prepare(cache):
    """Fetch and unpack what is missing; returns (directory of test/mpi, version)."""
    tar_name = download_package(cache)
    version = re.search(r"mpich_(.*)\.orig\.tar", os.path.basename(tar_name))[1]
    top = os.path.join(cache, f"mpich-{version}")
    if not os.path.isdir(top):
        unpack(tar_name, top)
    return top, version
