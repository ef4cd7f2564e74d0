# Fencepost. `make` builds, `make demo` shows, `make check` tests; see README.md.
# make O=dir  builds elsewhere;  V=1  shows commands;  CC=clang  builds with clang.

O ?= build
PREFIX ?= /usr/local
CC = gcc
CFLAGS ?= -O2 -g
JOBS ?= $(shell nproc)

ifeq ($(V),1)
Q =
say = @:
else
Q = @
say = @printf '  %-8s %s\n'
endif

# Packages of Debian: what building needs; an MPI library, if there is none; what tests need besides.
BUILD_PACKAGES = gcc libc6-dev make libunwind-dev uthash-dev libbsd-dev libjansson-dev libdw-dev \
                 libxxhash-dev libzydis-dev
ANY_MPI = mpich libmpich-dev
DEMO_PACKAGES = $(BUILD_PACKAGES) $(if $(MPIS),,$(ANY_MPI))
# what marked programs need
CASE_PACKAGES = $(BUILD_PACKAGES) $(ANY_MPI) openmpi-bin libopenmpi-dev g++ gfortran python3 python3-mpi4py \
                python3-jsonschema procps
CHECK_PACKAGES = $(CASE_PACKAGES) \
                 pkg-config gcc-aarch64-linux-gnu libc6-dev-arm64-cross binutils patchelf \
                 python3-sarif-python-om tidy chromium chromium-driver libpython3-dev \
                 cmake python3-yaml valgrind clang-format zsh man-db iproute2 dropbear-bin mkdocs bubblewrap

STRICT = -std=gnu11 -Wall -Wextra -Wshadow -I. -MMD -MP
ifdef WERROR
STRICT += -Werror
endif
HIDDEN = -fPIC -fvisibility=hidden
# Handlers of faults use thread-local variables. The default way to find these would access memory
# that may be protected itself.
HIDDEN += -ftls-model=initial-exec

CHECKER = $(wildcard checker/*/*.c)
# the part of report/ that runs inside MPI processes
JOURNAL = $(wildcard report/journal/*.c)
COMMAND = $(filter-out $(JOURNAL),$(wildcard report/*/*.c))
# what depends on the processor: the folder that has its name
ARCH := $(firstword $(subst -, ,$(shell $(CC) -dumpmachine 2>/dev/null)) $(shell uname -m))
include interpose/arch/$(ARCH)/flags.mk
DECODE = $(wildcard interpose/arch/$(ARCH)/decode*.c interpose/arch/$(ARCH)/*/decode*.c)
# the part of interpose/ that knows no MPI library
PRELOAD = interpose/entry/preload.c interpose/entry/mapped.c $(wildcard interpose/runtimes/*.c)
# what both parts have
BOTH = checker/core/call.c interpose/stack/loaded.c
HALF = $(filter-out $(PRELOAD) interpose/hooks/% $(wildcard interpose/arch/*/*.c), \
         $(wildcard interpose/*/*.c interpose/*/*/*.c)) \
       $(filter-out $(DECODE),$(wildcard interpose/arch/$(ARCH)/*.c))
# what `fencepost cc` links into programs
HOOKS = $(wildcard interpose/hooks/*.c)
MPI_LIBRARIES := $(shell sed -n 's/^LIBRARY.\([a-z0-9]*\),.*/\1/p' include/libraries.def)
# Each library whose compiler wrapper is found, whatever that is called (packaging/find-mpicc).
# MPICC=/opt/mpi/bin/mpicc names one that goes before others, MPICC_mpich=... that of one library.
MPICC ?=
WRAPPERS := $(shell packaging/find-mpicc $(MPICC))
mpicc = $(or $(MPICC_$(1)),$(patsubst $(1)=%,%,$(filter $(1)=%,$(WRAPPERS))))
MPIS = $(strip $(foreach m,$(MPI_LIBRARIES),$(if $(shell command -v $(firstword $(call mpicc,$(m)))),$(m))))

# without it there is no trace level pages
ZYDIS := $(shell echo '\#include <Zydis/Zydis.h>' | $(CC) $(CPPFLAGS) -E -o /dev/null - 2>/dev/null && echo yes)
DECODER = $(if $(DECODE),$(if $(ZYDIS),$(O)/libfencepost-decode.so))

# Plug-ins for gcc and clang make what `fencepost cc` builds faster, where the headers for them are.
# A plug-in has the name of the compiler that it is for (report/cli/cc_command.c).
GCC_HEADERS := $(wildcard $(shell gcc -print-file-name=plugin 2>/dev/null)/include)
AS_NAME = s/[^A-Za-z0-9.-]/_/g;p
BEHIND_NAME = s/^[^(]*(//
ifneq ($(and $(wildcard $(GCC_HEADERS)/plugin-version.h),$(filter $(ARCH)-%,$(shell gcc -dumpmachine)),$(shell command -v g++)),)
GCC_PLUGIN := $(O)/fencepost-plugin-$(shell gcc --version | sed -n '1{$(BEHIND_NAME);$(AS_NAME)}').so
endif
CLANG_VERSION := $(shell clang -dumpversion 2>/dev/null)
LLVM_HEADERS := $(shell for c in $(if $(CLANG_VERSION),llvm-config-$(firstword $(subst ., ,$(CLANG_VERSION))) llvm-config); do \
  test "$$($$c --version 2>/dev/null)" = "$(CLANG_VERSION)" && $$c --includedir && break; done)
ifneq ($(and $(CLANG_VERSION),$(wildcard $(LLVM_HEADERS)/llvm/Passes/PassPlugin.h),$(filter $(ARCH)-%,$(shell clang -dumpmachine)),$(shell command -v g++)),)
CLANG_PLUGIN := $(O)/fencepost-plugin-$(shell clang --version | sed -n '1{$(AS_NAME)}').so
endif

shared = $(patsubst %.c,$(O)/obj/%.o,$(CHECKER) $(JOURNAL))
command = $(patsubst %.c,$(O)/obj/%.o,$(COMMAND))
hooks = $(patsubst %.c,$(O)/obj/%.o,$(HOOKS))
half = $(patsubst %.c,$(O)/$(1)/%.o,$(HALF))

PRODUCTS = $(O)/fencepost $(O)/libfencepost.so $(MPIS:%=$(O)/libfencepost-%.so) \
           $(O)/libfencepost-hooks.a $(O)/fencepost-cc.specs $(O)/grade/__main__.py $(DECODER) $(GCC_PLUGIN) $(CLANG_PLUGIN)

.PHONY: all some-mpi
all: some-mpi $(PRODUCTS)
some-mpi:
	@test -n "$(MPIS)" || { echo "No MPI library was found: install one with its compiler wrapper" \
	  "(Debian: apt-get install $(ANY_MPI)) or name the wrapper: make MPICC=/path/to/mpicc" >&2; exit 1; }

$(O)/obj/%.o: %.c
	$(say) CC $<
	@mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS) $(STRICT) $(HIDDEN) $(CPPFLAGS) -c $< -o $@

# Text that the command holds, as C strings.
as_string = sed 's/[\\"]/\\&/g; s/^/"/; s/$$/\\n"/'
$(O)/text/%.inc: report/writers/%
	@mkdir -p $(@D)
	$(Q)$(as_string) $< >$@
$(O)/text/%.inc: report/timeline/%
	@mkdir -p $(@D)
	$(Q)$(as_string) $< >$@
$(O)/text/explain.inc: $(wildcard report/explain/*/*.txt)
	@mkdir -p $(@D)
	$(Q)for f in $^; do s=$${f##*/}; echo "PAGE(\"$${s%.txt}\","; \
	  sed 's/[\\"]/\\&/g; s/^/"/; s/$$/\\n"/' $$f; echo ")"; done >$@
$(O)/obj/report/writers/page.o: STRICT += -I$(O)/text
$(O)/obj/report/writers/page.o: $(O)/text/explain.inc
$(O)/obj/report/writers/html.o: STRICT += -I$(O)/text
$(O)/obj/report/writers/html.o: $(O)/text/page.css.inc $(O)/text/page.js.inc
$(O)/obj/report/timeline/timeline_page.o: STRICT += -I$(O)/text
$(O)/obj/report/timeline/timeline_page.o: $(patsubst %,$(O)/text/timeline.%.inc,css html js)

# One object for each MPI library, from the same source with another mpi.h. If possible, the half is
# not linked with the library itself, because another library with this interface has another name.
define mpi_rules
$(O)/$(1)/%.o: %.c
	$$(say) $(1) $$<
	@mkdir -p $$(@D)
	$$(Q)$$(call mpicc,$(1)) $$(CFLAGS) $$(STRICT) $$(HIDDEN) -DMPI_LIBRARY=$(1) $$(CPPFLAGS) \
	  -Wno-deprecated-declarations -c $$< -o $$@

$(O)/libfencepost-$(1).so: $$(call half,$(1)) $$(shared)
	$$(say) LD $$@
	$$(Q)$$(call mpicc,$(1)) $$(CFLAGS) -shared -Wl,--as-needed -o $$@ $$^ -Wl,-z,defs,--exclude-libs,ALL,--wrap=free,--wrap=realloc $$(LDFLAGS) \
	  -l:libjansson.a -lunwind -ldl -lpthread
endef
$(foreach m,$(MPIS),$(eval $(call mpi_rules,$(m))))
ifneq ($(CC),gcc)
export MPICH_CC = $(CC)
export OMPI_CC = $(CC)
endif

# The order of the slots is the order of the rows: gcc must not reorder top-level assembly (clang
# never does).
ifeq ($(findstring clang,$(CC)),)
$(O)/obj/interpose/entry/preload.o: HIDDEN += -fno-toplevel-reorder
endif
$(O)/obj/interpose/entry/preload.o: HIDDEN += -DLIBC_OLDEST='"$(LIBC_OLDEST)"'
$(O)/preload.map: interpose/entry/preload.map interpose/arch/$(ARCH)/flags.mk
	$(Q)mkdir -p $(@D)
	$(Q)sed 's/LIBC_OLDEST/$(LIBC_OLDEST)/' $< >$@
$(O)/libfencepost.so: $(PRELOAD:%.c=$(O)/obj/%.o) $(BOTH:%.c=$(O)/obj/%.o) $(O)/preload.map
	$(say) LD $@
	$(Q)$(CC) $(CFLAGS) -shared -o $@ $(filter %.o,$^) -Wl,--version-script=$(O)/preload.map \
	  -Wl,-z,defs -Wl,-Bsymbolic $(LDFLAGS) -ldl -lpthread

$(O)/libfencepost-decode.so: $(patsubst %.c,$(O)/obj/%.o,$(DECODE))
	$(say) LD $@
	$(Q)$(CC) $(CFLAGS) -shared -o $@ $^ -Wl,-z,defs $(LDFLAGS) -lZydis

# This becomes part of users' programs: it is optimised, and calls no function that it replaces.
# Its code is in sections of its own, by which it is told from the program's.
OBJCOPY = $(shell $(CC) -print-prog-name=objcopy)
$(hooks): HIDDEN += -O2 -g0 -fno-builtin -fno-lto $(HOOK_FLAGS)
$(O)/libfencepost-hooks.a: $(hooks)
	$(say) AR $@
	$(Q)rm -f $@
	$(Q)$(AR) rcs $@ $^
	$(Q)$(OBJCOPY) --rename-section .text=fencepost_hooks $@
$(O)/fencepost-cc.specs: interpose/hooks/gcc.specs
	$(Q)sed 's/-fsanitize=thread/& $(SPECS_FLAGS)/' $< >$@
# (Their interface is another one with each version. One that cannot be built or loaded is left out.)
plugin_failed = { rm -f $@; echo "  no plug-in for this $(1), see $(O)/$(1).log"; }
$(GCC_PLUGIN): $(wildcard interpose/hooks/gcc_*.cc) $(wildcard interpose/hooks/gcc_*.h) interpose/hooks/hooks.h
	$(say) CXX $@
	$(Q){ g++ -O2 -fno-rtti -fPIC -shared -s -isystem $(GCC_HEADERS) -o $@ $(filter %.cc,$^) && \
	  gcc -O1 -fplugin=$(abspath $@) -x c -c /dev/null -o /dev/null; } 2>$(O)/gcc.log || $(call plugin_failed,gcc)
$(CLANG_PLUGIN): interpose/hooks/clang_hooks.cc interpose/hooks/hooks.h
	$(say) CXX $@
	$(Q){ g++ -O2 -std=c++17 -fno-rtti -fno-exceptions -fPIC -shared -s -isystem $(LLVM_HEADERS) -o $@ $< && \
	  clang -O1 -fpass-plugin=$(abspath $@) -x c -c /dev/null -o /dev/null; } 2>$(O)/clang.log || \
	  $(call plugin_failed,clang)

# `fencepost grade`, in Python
GRADE = $(wildcard report/grade/*.py) include/libraries.def include/tracers.def
$(O)/grade/__main__.py: $(GRADE)
	$(Q)mkdir -p $(@D)
	$(Q)cp $(GRADE) $(@D)

$(O)/fencepost: $(command) $(shared)
	$(say) LD $@
	$(Q)$(CC) $(CFLAGS) -o $@ $^ $(LDFLAGS) -ljansson -ldw -lelf -lxxhash

# (what check-aarch64 makes is a build of its own, what check-fresh makes a whole system)
-include $(shell find $(O) \( -path $(O)/aarch64 -o -path $(O)/fresh -o -path $(O)/trixie -o -path $(O)/forky \) -prune -o -name '*.d' -type f -print 2>/dev/null)

# Also the headers for plug-ins and clang's OpenMP runtime; where they cannot be had we do without.
.PHONY: packages
packages:
	@packaging/apt-install $(if $(filter packages,$(MAKECMDGOALS)),--all) $(CHECK_PACKAGES) --also packaging/plugin-packages

# 500 made-up submissions, right, wrong, hanging and hostile, graded twice; an hour or so.
.PHONY: check-class
check-class: packages
	@$(MAKE) -s -j$(JOBS) all
	@testsuite/class.py --fencepost $(O)/fencepost --build $(O)/class $(CLASS_OPTIONS)

# Programs that try to steal a grade, and unusual ones that are right, graded twice; an hour or so.
.PHONY: check-redteam
check-redteam: packages
	@$(MAKE) -s -j$(JOBS) all
	@BUILD=$(O) testsuite/redteam/check.py --twice $(REDTEAM_OPTIONS)

# Every call with every argument that is not allowed.
.PHONY: check-arguments
check-arguments: packages
	@$(MAKE) -s -j$(JOBS) all
	@testsuite/every_argument.py --mpi mpich $(ARGUMENTS_OPTIONS)
	@testsuite/every_argument.py --mpi openmpi $(ARGUMENTS_OPTIONS)

include testsuite/unit/programs.mk

# Compares checker and oracle (testsuite/oracle) on random programs, under ASan and UBSan.
PROGRAMS ?= 1000000
SEED ?= 1
$(O)/unit/oracle: $(patsubst %.c,$(O)/sanitized/%.o,$(wildcard testsuite/oracle/*.c)) $(O)/sanitized/checker.a
	$(say) LD $@
	@mkdir -p $(@D)
	$(Q)$(CC) $(SANITIZE) -o $@ $^
# The same at full speed, with the objects of the product. gcc 12 takes -1, which is no call, for an
# index.
$(O)/obj/testsuite/oracle/schedule.o: STRICT += -Wno-array-bounds
$(O)/unit/oracle-fast: $(patsubst %.c,$(O)/obj/%.o,$(wildcard testsuite/oracle/*.c) testsuite/unit/brief.c $(CHECKER))
	$(say) LD $@
	@mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS) -o $@ $^ $(LDFLAGS)
.PHONY: oracle
oracle: $(O)/unit/oracle
	$(Q)$< --programs=$(PROGRAMS) --seed=$(SEED) $(ORACLE_OPTIONS) --tally $(wildcard testsuite/oracle/cases/*.txt)

# The checker under up to 100,000 simulated ranks (testsuite/bench); some minutes, 6 GB.
simulator = $(patsubst %,$(O)/obj/testsuite/bench/%.o,ranks workloads forms simulate) \
            $(patsubst %.c,$(O)/obj/%.o,$(CHECKER))
$(O)/simulate: $(simulator)
	$(say) LD $@
	$(Q)$(CC) $(CFLAGS) -o $@ $^ $(LDFLAGS)
.PHONY: simulate
simulate: $(O)/simulate
	$(Q)$< $(SIMULATE_OPTIONS)

.PHONY: demo check check-mpich bench schedules
demo:
	@echo "1 of 3: what building and the example need"
	@packaging/apt-install $(DEMO_PACKAGES)
	@echo "2 of 3: building, in $(O)"
	+@packaging/beat building $(MAKE) -s -j$(JOBS) all
	@echo "3 of 3: an example with a mistake"
	@packaging/beat running testsuite/demo $(O)

check: packages
	@$(MAKE) -s -j$(JOBS) all unit-tests
	@BUILD=$(O) testsuite/check

# The same without the samples that make check takes of what is tried many times; an hour.
.PHONY: check-whole
check-whole: packages
	@$(MAKE) -s -j$(JOBS) all unit-tests
	@WHOLE=1 BUILD=$(O) testsuite/check

# `make demo` in a new Debian 12 and a new Debian 13, in a folder; needs root, debootstrap and a mirror.
.PHONY: check-fresh
check-fresh:
	@packaging/apt-install debootstrap python3 git
	@for suite in bookworm trixie; do testsuite/fresh.py --where $(O)/fresh --suite $$suite || exit 1; done

# Builds in a Debian 13, in a folder, and runs marked programs there; needs root and a mirror.
# TRIXIE_OPTIONS="--mpi openmpi --only 'epoch/*'" as of testsuite/runner.py, or "--run COMMAND..."
.PHONY: check-trixie
check-trixie:
	@packaging/apt-install debootstrap python3 git
	@testsuite/newer.py --where $(O)/trixie --packages '$(CASE_PACKAGES)' $(TRIXIE_OPTIONS)

# The same in Debian's testing, whose MPI libraries have the standard's own binary interface, too.
.PHONY: check-abi
check-abi:
	@packaging/apt-install debootstrap python3 git
	@for m in mpich openmpi; do testsuite/newer.py --suite forky --where $(O)/forky --packages '$(CASE_PACKAGES)' \
	  --run sh -c 'testsuite/abi_wrappers '$$m' && make -s -j$$(nproc) all && make -s build/unit/yield.o && testsuite/t/table.t abi && \
	  exec testsuite/runner.py --mpi abi $(or $(ABI_OPTIONS),--sample 50)' || exit 1; done

# Real launchers that few have: Slurm, on this machine alone.
.PHONY: check-slurm
check-slurm: packages
	@packaging/apt-install slurmctld slurmd slurm-client munge
	@$(MAKE) -s -j$(JOBS) all unit-tests
	@BUILD=$(O) testsuite/check testsuite/t/launchers.t

# One script, or the marked programs whose names match: make one T=testsuite/t/match.t,
# make one T='cases/epoch/*'
.PHONY: one lint
one: packages
	@$(MAKE) -s -j$(JOBS) all
	@case "$(T)" in \
	  cases/*) testsuite/runner.py --build $(O)/testsuite --fencepost $(O)/fencepost \
	    --only '$(patsubst cases/%,%,$(T))' ;; \
	  *.t) $(MAKE) -s -j$(JOBS) unit-tests && BUILD=$(O) testsuite/check $(T) ;; \
	  *) echo "make one T=testsuite/t/NAME.t, or T='cases/AREA/NAME'" >&2; exit 2 ;; \
	esac

# docs/ as a site, in $(O)/site/html; a page for each kind of finding, with the time line of a run.
.PHONY: site
site:
	@packaging/apt-install $(CASE_PACKAGES) mkdocs
	@$(MAKE) -s -j$(JOBS) all
	@packaging/beat drawing packaging/site.py $(O)/site $(O)
	@echo "$(O)/site/html/index.html"

# The tables in docs/ that are made from those in include/.
.PHONY: tables
tables:
	@testsuite/t/readme.t --update

lint: packages
	@$(MAKE) -s -j$(JOBS) all
	@BUILD=$(O) testsuite/check testsuite/t/house.t testsuite/t/words.t testsuite/t/readme.t \
	  testsuite/t/pure.t

# The marked programs of make check, all of them on both MPIs.
.PHONY: check-cases
check-cases: packages
	@$(MAKE) -s -j$(JOBS) all
	@testsuite/runner.py --jobs 4 --build $(O)/testsuite --fencepost $(O)/fencepost \
	  --made-skip 'rules/*' --made-skip 'buffers/*'

# Programs that can never go on, and programs that only take their time, on a busy machine.
.PHONY: check-standstills
check-standstills:
	@$(MAKE) -s -j$(JOBS) all unit-tests
	@BUILD=$(O) testsuite/t/standstill.t --all --load=8

# Every marked program 100 times, its ranks delayed in other ways each time; some hours.
SCHEDULES ?= 100
schedules: packages
	@$(MAKE) -s -j$(JOBS) all
	@testsuite/runner.py --build $(O)/testsuite --fencepost $(O)/fencepost \
	  --schedules $(SCHEDULES) $(SCHEDULE_OPTIONS)

# The marked programs that make check leaves out (every operation against every access), and again
# those whose windows can have other sizes, places and displacement units, with such windows.
.PHONY: check-rules
SHAPES ?= 1
check-rules: packages
	@$(MAKE) -s -j$(JOBS) all
	@testsuite/runner.py --build $(O)/testsuite --fencepost $(O)/fencepost --only 'rules/*' \
	  --only 'buffers/*'
	@testsuite/runner.py --build $(O)/testsuite --fencepost $(O)/fencepost --shapes $(SHAPES)

# What a weaker trace level finds, a stronger one finds (testsuite/levels.def has what may differ):
# all marked programs, and random ones. LEVELS_OPTIONS="--marked 'pages/*' --seed 7"
RANDOM ?= 2000
.PHONY: check-levels
check-levels: packages
	@$(MAKE) -s -j$(JOBS) all
	@testsuite/levels.py --build $(O)/testsuite --fencepost $(O)/fencepost \
	  $(or $(LEVELS_OPTIONS),--marked '*' --random $(RANDOM))

# Loads and stores of the program itself, compiled in: every operation against every access, with
# each compiler and without and with optimisation; and the rules with plain loads and stores.
.PHONY: check-compiled
check-compiled: packages
	@$(MAKE) -s -j$(JOBS) all
	@for c in gcc clang; do for o in -O0 -O2; do echo "# $$c $$o"; \
	  MPICH_CC=$$c OMPI_CC=$$c testsuite/runner.py --build $(O)/testsuite/$$c$$o \
	    --fencepost $(O)/fencepost --matrix --cflags=$$o || exit 1; done; done
	@testsuite/runner.py --build $(O)/testsuite --fencepost $(O)/fencepost --level compiled \
	  --only 'rules/*' --only 'buffers/*' --only 'standard/*'

# Operations of one thread against accesses of another one, with everything that orders threads,
# with gcc's and clang's OpenMP.
.PHONY: check-threads
check-threads: packages
	@$(MAKE) -s -j$(JOBS) all
	@for c in gcc clang; do for m in threads threads-pages; do echo "# $$c $$m"; \
	  MPICH_CC=$$c OMPI_CC=$$c testsuite/runner.py --build $(O)/testsuite/threads-$$c \
	    --fencepost $(O)/fencepost --matrix=$$m $(THREADS_OPTIONS) || exit 1; done; done

# The same programs built plainly, at level pages: the same findings are expected.
.PHONY: check-pages
check-pages: packages
	@$(MAKE) -s -j$(JOBS) all
	@for c in gcc clang; do for o in -O0 -O2; do echo "# $$c $$o"; \
	  MPICH_CC=$$c OMPI_CC=$$c testsuite/runner.py --build $(O)/testsuite/$$c$$o \
	    --fencepost $(O)/fencepost --matrix --level pages --cflags=$$o $(PAGES_OPTIONS) && \
	  MPICH_CC=$$c OMPI_CC=$$c testsuite/runner.py --build $(O)/testsuite/$$c$$o \
	    --fencepost $(O)/fencepost --only 'compiled/*' --level pages --cflags=$$o \
	    $(PAGES_OPTIONS) || exit 1; done; done

# Programs and libraries over MPI that nobody here wrote, at level pages: coarrays, Global Arrays,
# mpi4py, NWChem, LAMMPS; what is not installed is skipped. REAL_OPTIONS="--only coarray".
REAL_PACKAGES = libcoarrays-mpich-dev libcoarrays-openmpi-dev libglobalarrays-dev libarmci-mpi-dev \
                liblapack-dev libblas-dev libscalapack-mpich2.2 libscalapack-openmpi2.2 \
                nwchem-mpich nwchem-openmpi lammps netpipe-openmpi hpcc libpetsc-real3.18-dev libpetsc3.18-dev-examples
.PHONY: check-real
check-real: CHECK_PACKAGES += $(REAL_PACKAGES)
check-real: packages
	@$(MAKE) -s -j$(JOBS) all
	@testsuite/real/check.py --fencepost $(O)/fencepost --build $(O)/real $(or $(REAL_OPTIONS),--all)

# Programs of the distribution, natively and at two levels: docs/field.md is made from what they find and
# cost. Installs packages. A row that has a result is not run again; ONLY='petsc/*' runs those rows again.
.PHONY: field
field: packages
	@$(MAKE) -s -j$(JOBS) all
	@testsuite/field/field.py --fencepost $(O)/fencepost --build $(O)/field $(if $(ONLY),--only '$(ONLY)') $(FIELD_OPTIONS)

# The small cases at level pages, again and again: no crash, no hang. Left out: those whose conflict
# cannot be seen there, or is seen with more.
HAMMER ?= 100
HAMMER_SKIP = irecv-load irecv-store struct-copy
.PHONY: hammer-pages
hammer-pages: packages
	@$(MAKE) -s -j$(JOBS) all
	@testsuite/runner.py --build $(O)/testsuite --fencepost $(O)/fencepost --level pages \
	  --repeat $(HAMMER) --only 'pages/*' --only 'compiled/*' \
	  $(HAMMER_SKIP:%=--skip compiled/%) $(PAGES_OPTIONS)

# MPICH's own tests at level pages.
.PHONY: check-mpich-pages
check-mpich-pages: packages
	@$(MAKE) -s -j$(JOBS) all
	@testsuite/mpich/check.py --fencepost $(O)/fencepost --run-option=--trace=pages \
	  $(or $(MPICH_OPTIONS),rma threads/rma part pt2pt coll)

# MPICH's own tests, from Debian's source package; an hour or so.
check-mpich: packages
	@$(MAKE) -s -j$(JOBS) all
	@testsuite/mpich/check.py --fencepost $(O)/fencepost $(MPICH_OPTIONS)

# Builds Fencepost for aarch64 and runs it in an emulator, at the levels that exist there. Fetches
# what it needs from Debian (400 MB), and installs none of it. MPI=mpich CASES='epoch/*'
.PHONY: check-aarch64
check-aarch64: packages
	@testsuite/aarch64/check $(O)/aarch64

# Counts how many instructions of ours each operation costs, on any machine; fails if some has grown.
# GATE_OPTIONS="--only put --functions 40", or "--update" for a new table
.PHONY: bench-gate
bench-gate: packages
	@$(MAKE) -s -j$(JOBS) all
	@testsuite/bench/instructions.py --fencepost $(O)/fencepost --gate $(GATE_OPTIONS)

# Measures what Fencepost costs; needs a quiet machine.
bench: packages
	@$(MAKE) -s -j$(JOBS) all $(O)/simulate
	@$(O)/simulate --most 0
	@testsuite/bench/bench.py --fencepost $(O)/fencepost --build $(O)/bench $(BENCH_OPTIONS)

include packaging/install.mk

.PHONY: format clean
format:
	$(Q)clang-format -i $(CHECKER) $(COMMAND) $(JOURNAL) $(HALF) $(HOOKS) $(PRELOAD) $(DECODE) \
	  $(wildcard include/*.h checker/*/*.h interpose/*/*.h interpose/*/*/*.h report/*/*.h \
	    testsuite/oracle/*.[ch] interpose/hooks/*.cc)
clean:
	rm -rf $(O)
