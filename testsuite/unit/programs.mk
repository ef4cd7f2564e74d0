# The programs of unit tests, in $(O)/unit; `make unit-tests` builds them, the scripts in
# testsuite/t run them. $(O)/sanitized has objects with ASan and UBSan, made once for all of them.

STRICTLY = -std=gnu11 -g -O1 -Wall -Wextra -Werror -I. -MMD -MP
SANITIZE = -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=all

$(O)/sanitized/%.o: %.c
	$(say) CC $<
	@mkdir -p $(@D)
	$(Q)$(CC) $(STRICTLY) $(SANITIZE) $(CPPFLAGS) -c $< -o $@

# An archive, so that only what a program needs is linked into it.
$(O)/sanitized/checker.a: $(patsubst %.c,$(O)/sanitized/%.o,$(CHECKER) testsuite/unit/brief.c $(wildcard testsuite/unit/sim*.c))
	$(Q)rm -f $@
	$(Q)$(AR) rcs $@ $^

# Programs with a checker: they feed events and compare findings.
check_units = $(patsubst testsuite/unit/%.c,$(O)/unit/%,$(wildcard testsuite/unit/check-*.c))
$(check_units): $(O)/unit/%: $(O)/sanitized/testsuite/unit/%.o $(O)/sanitized/checker.a
	$(say) LD $@
	@mkdir -p $(@D)
	$(Q)$(CC) $(SANITIZE) $(WRAP) -o $@ $^
# programs that make allocations fail
$(O)/unit/check-memory $(O)/unit/check-rendezvous: WRAP = -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc

# Programs that include the sources that they test.
whole_units = $(addprefix $(O)/unit/,match order small-event journal options ranges rankset loaded bundle reduce scanned unseen-aarch64 usage aside)
$(whole_units): $(O)/unit/%: $(O)/sanitized/testsuite/unit/%.o
	$(say) LD $@
	@mkdir -p $(@D)
	$(Q)$(CC) $(SANITIZE) -o $@ $^ -ljansson -lpthread
# a program with holes between its segments, which is not mapped as one piece
$(O)/unit/loaded-apart: $(O)/sanitized/testsuite/unit/loaded.o
	$(say) LD $@
	@mkdir -p $(@D)
	$(Q)$(CC) $(SANITIZE) -Wl,-z,max-page-size=0x200000 -o $@ $^

# The same with an mpi.h; these programs call no MPI.
ifneq ($(MPIS),)
mpi_units = $(addprefix $(O)/unit/,stack lock ring record note unmet in_use untold poll rows)
$(patsubst $(O)/unit/%,$(O)/sanitized/testsuite/unit/%.o,$(mpi_units)): $(O)/sanitized/%.o: %.c
	$(say) CC $<
	@mkdir -p $(@D)
	$(Q)$(call mpicc,$(firstword $(MPIS))) $(STRICTLY) -DMPI_LIBRARY=$(firstword $(MPIS)) $(SANITIZE) $(CPPFLAGS) -c $< -o $@
$(mpi_units): $(O)/unit/%: $(O)/sanitized/testsuite/unit/%.o
	$(say) LD $@
	@mkdir -p $(@D)
	$(Q)$(CC) $(SANITIZE) -o $@ $^ -lunwind -ljansson -lpthread
endif

# The program that compares what interpose/ says of datatypes with each MPI library.
datatype_parts = $(addprefix testsuite/unit/,datatype datatype_random) \
  $(addprefix interpose/,data/type data/type_made data/shape data/entry_order data/signature data/contents data/runs base/scratch base/thread base/unloads \
    base/leaf base/aside stack/unwind stack/unwinder stack/own_stack arch/fault_stack arch/own_call arch/x86_64/gate_arena)
define datatype_rules
$(O)/sanitized/$(1)/%.o: %.c
	$$(say) $(1) $$<
	@mkdir -p $$(@D)
	$$(Q)$(call mpicc,$(1)) $$(STRICTLY) -DMPI_LIBRARY=$(1) $$(SANITIZE) $$(CPPFLAGS) -c $$< -o $$@
$(O)/unit/datatype-$(1): $(datatype_parts:%=$(O)/sanitized/$(1)/%.o)
	$$(say) LD $$@
	@mkdir -p $$(@D)
	$$(Q)$(call mpicc,$(1)) $$(SANITIZE) -o $$@ $$^ -lunwind
endef
$(foreach m,$(MPIS),$(eval $(call datatype_rules,$(m))))
datatype_units = $(MPIS:%=$(O)/unit/datatype-%)

# Programs that test how level pages handles instructions. They are linked with the objects of the
# product, which know no MPI.
ifneq ($(and $(DECODER),$(MPIS)),)
ours = $(patsubst %.c,$(O)/$(firstword $(MPIS))/interpose/%.o,$(1))
in_interpose = $(call ours,$(patsubst interpose/%,%,$(wildcard $(addprefix interpose/,$(1)))))
decode = $(patsubst %.c,$(O)/obj/%.o,$(DECODE))
# a slot, and all that an instruction may need that runs without one
slots = $(decode) $(call in_interpose,arch/x86_64/slots*.c $(addprefix arch/x86_64/,arena.c strings.c \
  bounce.c operand.c xstate.c program_memory.c gate_arena.c) arch/region.c arch/own_call.c)
units = $(patsubst %,$(O)/unit/obj/%.o,$(1))

lane_flags = -O1 -O2 -O3 -O3_-msse4.1 -O3_-mavx2 -O3_-ffast-math
spin_flags = -O0 -O1 -O2 -O3 -Os
spin_kinds = spin spin-told spin-gcc $(if $(CLANG_PLUGIN),spin-clang)
spins = $(foreach k,$(spin_kinds),$(spin_flags:%=$(k)%))
$(O)/unit/slots: $(call units,slots slots_random slots_run) $(slots)
$(O)/unit/overread: $(call units,overread slots_run) $(slots) \
  $(call in_interpose,arch/x86_64/overread.c arch/function.c)
$(O)/unit/gate: $(call units,gate gate_calls gate_signals gate_tasks) $(slots) \
  $(call in_interpose,tracers/pages/gate*.c tracers/pages/fault.c \
    arch/x86_64/fault_frame.c arch/fault_stack.c base/debugger.c base/aside.c)
$(O)/unit/maps: $(call units,maps) $(call in_interpose,arch/own_call.c arch/x86_64/gate_arena.c)
$(O)/unit/meter: $(call units,meter)
$(O)/unit/budget: $(call units,budget)
$(O)/unit/plain: $(call units,plain) $(filter-out %/decode_unseen.o,$(decode))
$(O)/unit/points: $(call units,points) $(decode) $(call in_interpose,tracers/watch/debug_registers.c arch/own_call.c \
  arch/x86_64/gate_arena.c arch/x86_64/accessor.c arch/function.c tracers/watch/image.c base/debugger.c base/aside.c)
$(lane_flags:%=$(O)/unit/lanes%): $(O)/unit/lanes%: $(O)/unit/obj/lanes%.o $(call units,slots_run) $(slots)
$(spins:%=$(O)/unit/%): \
  $(O)/unit/spin%: $(O)/unit/obj/spin%.o $(call units,spin_hooks) $(decode)
# what is loaded before programs to look at their code
unseen = $(O)/unit/libfencepost-unseen.so $(O)/unit/libfencepost-decode.so
$(O)/unit/libfencepost-decode.so: $(DECODER)
	@mkdir -p $(@D)
	$(Q)ln -sf ../$(notdir $<) $@
$(O)/unit/obj/unseen_loaded.o: UNIT_FLAGS = -fPIC
$(O)/unit/libfencepost-unseen.so: $(call units,unseen_loaded) $(call in_interpose,session/unseen_order.c \
  stack/imports.c stack/code.c tracers/shared/spin.c arch/x86_64/unseen_code.c)
	$(say) LD $@
	@mkdir -p $(@D)
	$(Q)$(CC) -shared -o $@ $^
code_units = $(addprefix $(O)/unit/,slots overread gate maps meter budget plain points $(lane_flags:%=lanes%) \
  $(spins))
$(code_units):
	$(say) LD $@
	@mkdir -p $(@D)
	$(Q)$(CC) -o $@ $^ -lZydis -lpthread

$(O)/unit/obj/%.o: testsuite/unit/%.c
	$(say) CC $<
	@mkdir -p $(@D)
	$(Q)$(CC) $(STRICTLY) $(UNIT_FLAGS) $(CPPFLAGS) -c $< -o $@
$(O)/unit/obj/overread.o: UNIT_FLAGS = -fno-builtin
$(O)/unit/obj/gate%.o: UNIT_FLAGS = -Wno-clobbered
# Loops compiled in several ways: lanes-O3_-mavx2 is lanes.c with -O3 -mavx2.
define compiled_with
$(O)/unit/obj/$(1)$(2).o: testsuite/unit/$(1).c
	$$(say) CC $$<
	@mkdir -p $$(@D)
	$$(Q)$$(CC) $$(STRICTLY) $(subst _, ,$(2)) $$(CPPFLAGS) -c $$< -o $$@
endef
$(foreach f,$(lane_flags),$(eval $(call compiled_with,lanes,$(f))))
$(foreach f,$(spin_flags),$(eval $(call compiled_with,spin,$(f))))
if_built = $$(test ! -e "$(2)" || echo $(1)$(2))
# with a call of a hook before each load, and with what the plug-in makes of that
$(spin_flags:%=$(O)/unit/obj/spin-told%.o): $(O)/unit/obj/spin-told%.o: testsuite/unit/spin.c
	$(say) CC $<
	@mkdir -p $(@D)
	$(Q)$(CC) $(STRICTLY) $* -fsanitize=thread $(CPPFLAGS) -c $< -o $@
$(spin_flags:%=$(O)/unit/obj/spin-gcc%.o): $(O)/unit/obj/spin-gcc%.o: testsuite/unit/spin.c $(GCC_PLUGIN)
	$(say) CC $<
	@mkdir -p $(@D)
	$(Q)$(if $(GCC_PLUGIN),gcc,$(CC)) $(STRICTLY) $* -fsanitize=thread $(call if_built,-fplugin=,$(GCC_PLUGIN)) \
	  $(CPPFLAGS) -c $< -o $@
$(spin_flags:%=$(O)/unit/obj/spin-clang%.o): $(O)/unit/obj/spin-clang%.o: testsuite/unit/spin.c $(CLANG_PLUGIN)
	$(say) CC $<
	@mkdir -p $(@D)
	$(Q)clang $(STRICTLY) $* -Xclang -fsanitize=thread $(call if_built,-fpass-plugin=,$(CLANG_PLUGIN)) \
	  $(CPPFLAGS) -c $< -o $@
endif

# What the functions in interpose/runtimes/ tell of OpenMP's runtimes, as each compiler has one.
runtimes = $(patsubst %.c,$(O)/obj/%.o,$(wildcard interpose/runtimes/*.c) testsuite/unit/thread_clocks.c)
has_omp = $(shell echo '#include <omp.h>' | $(1) -fopenmp -E -x c - >/dev/null 2>&1 && echo $(1))
openmp_units = $(patsubst %,$(O)/unit/openmp-%,$(call has_omp,gcc) $(call has_omp,clang))
$(openmp_units): $(O)/unit/openmp-%: testsuite/unit/openmp.c testsuite/unit/openmp_tasks.c testsuite/unit/openmp.h $(runtimes)
	$(say) LD $@
	@mkdir -p $(@D)
	$(Q)$* -std=gnu11 -g -O1 -Wall -Wextra -Werror -Wno-unknown-pragmas -I. -fopenmp -rdynamic -o $@ $(filter %.c %.o,$^) -ldl -lpthread

$(O)/unit/c11: $(O)/obj/testsuite/unit/c11.o $(runtimes)
	$(say) LD $@
	@mkdir -p $(@D)
	$(Q)$(CC) -rdynamic -o $@ $^ -ldl -lpthread

# The program that prints the events of a recorded trace.
$(O)/unit/accesses: $(O)/obj/testsuite/accesses.o
$(O)/unit/edges: $(O)/obj/testsuite/unit/edges.o
$(O)/unit/accesses $(O)/unit/edges: $(addprefix $(O)/obj/checker/core/,codec.o event.o call.o)
	$(say) LD $@
	@mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS) -o $@ $^

# The object that makes waiting ranks of MPICH yield the processor (testsuite/t/live.py).
$(O)/unit/yield.o: testsuite/mpich/yield.c
	@mkdir -p $(@D)
	$(Q)$(CC) -O1 -c $< -o $@

.PHONY: unit-tests
unit-tests: $(check_units) $(whole_units) $(mpi_units) $(datatype_units) $(code_units) $(openmp_units) $(O)/unit/c11 $(O)/unit/loaded-apart $(unseen) \
  $(O)/unit/accesses $(O)/unit/edges $(O)/unit/oracle $(O)/unit/oracle-fast $(O)/unit/yield.o \
  $(O)/simulate
