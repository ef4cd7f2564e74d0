# make install, uninstall, dist. PREFIX is where it will be, DESTDIR what stands before that while a
# package is made. Each row of `installed` is mode:file:folder or new name below PREFIX; both targets
# read it.
VERSION := $(shell sed -n 's/^.define FENCEPOST_VERSION "\(.*\)"/\1/p' report/journal/version.h)
URL ?= https://example.org/fencepost
COMMANDS := $(shell sed -n 's/^COMMAND.\([a-z]*\),.*/\1/p' include/commands.def)
MANUALS = $(O)/share/fencepost.1 $(COMMANDS:%=$(O)/share/fencepost-%.1)
FILLED = $(addprefix $(O)/share/,fencepost.pc modulefile FencepostConfigVersion.cmake)
SHARED = $(MANUALS) $(addprefix $(O)/share/,bash zsh) $(FILLED)
EXAMPLES = $(shell cd testsuite/examples && find . -type f | sed 's,^\./,,' | sort)

installed = 755:$(O)/fencepost:bin/fencepost \
  $(foreach f,$(filter %.so %.a %.specs,$(PRODUCTS)),644:$(f):lib/fencepost/$(notdir $(f))) \
  $(foreach f,$(GRADE),644:$(f):lib/fencepost/grade/$(notdir $(f))) \
  $(foreach f,$(MANUALS),644:$(f):share/man/man1/$(notdir $(f))) \
  644:$(O)/share/bash:share/bash-completion/completions/fencepost \
  644:$(O)/share/zsh:share/zsh/site-functions/_fencepost \
  644:$(O)/share/fencepost.pc:share/pkgconfig/fencepost.pc \
  644:$(O)/share/modulefile:share/fencepost/modulefiles/fencepost/$(VERSION) \
  644:packaging/FindFencepost.cmake:lib/cmake/Fencepost/FencepostConfig.cmake \
  644:$(O)/share/FencepostConfigVersion.cmake:lib/cmake/Fencepost/FencepostConfigVersion.cmake \
  644:packaging/FindFencepost.cmake:share/fencepost/cmake/FindFencepost.cmake \
  644:packaging/problem-matcher.json:share/fencepost/problem-matcher.json \
  644:report/schema.json:share/fencepost/schema.json \
  $(foreach f,README.md CHANGELOG.md LICENSE $(wildcard docs/*.md),644:$(f):share/doc/fencepost/$(f)) \
  $(foreach f,$(EXAMPLES),644:testsuite/examples/$(f):share/doc/fencepost/examples/$(f))

$(O)/share/fencepost.1: $(O)/fencepost
	@mkdir -p $(@D)
	$(Q)$< manual >$@
$(O)/share/fencepost-%.1: $(O)/fencepost
	@mkdir -p $(@D)
	$(Q)$< manual $* >$@
$(O)/share/bash $(O)/share/zsh: $(O)/fencepost
	@mkdir -p $(@D)
	$(Q)$< completion $(@F) >$@
# PREFIX may be another one each time.
.PHONY: $(FILLED)
$(FILLED): $(O)/share/%: packaging/%.in
	@mkdir -p $(@D)
	$(Q)sed 's,@PREFIX@,$(PREFIX),g; s,@VERSION@,$(VERSION),g; s,@URL@,$(URL),g' $< >$@

# (a plug-in that could not be built is not there)
each = for row in $(installed); do mode=$${row%%:*}; row=$${row\#*:}; file=$${row%%:*}; to=$${row\#*:}; $(1); done
.PHONY: install uninstall
install: all $(SHARED)
	@$(call each,test ! -e $$file || install -D -m $$mode $$file $(DESTDIR)$(PREFIX)/$$to || exit 1)
	@echo "installed in $(DESTDIR)$(PREFIX)"
# Folders go if nothing else is in them.
uninstall:
	@test ! -d $(DESTDIR)$(PREFIX) || { cd $(DESTDIR)$(PREFIX) && \
	  $(call each,rm -f $$to; rmdir -p $$(dirname $$to) 2>/dev/null); true; }
	@echo "removed from $(DESTDIR)$(PREFIX)"

# The sources as an archive: the same bytes whenever and wherever it is made of the same commit, also from
# what an archive was unpacked to. Its files have the date of the commit.
DIST = fencepost-$(VERSION)
in_git = $(wildcard .git)
DATE = $(if $(in_git),$(shell git log -1 --format=%ct),$(shell stat -c %Y CHANGELOG.md))
source_files = $(if $(in_git),git ls-files -z,find . -type f ! -path './build*' ! -name '*.o' \
  ! -path '*/__pycache__/*' ! -name 'fencepost-report.*' -printf '%P\0')
.PHONY: dist
dist: $(O)/$(DIST).tar.gz
	@echo "$< is made"
.PHONY: $(O)/$(DIST).tar.gz
$(O)/$(DIST).tar.gz:
	@mkdir -p $(@D)
	$(Q)$(source_files) | LC_ALL=C sort -z | tar --null --no-recursion -T - --format=ustar --mtime=@$(DATE) \
	  --owner=0 --group=0 --numeric-owner --mode='u+rw,go=rX' --transform='s,^,$(DIST)/,' -cf - | gzip -9n >$@.new
	$(Q)mv $@.new $@

# Packages for Debian, in $(O)/deb, made from such an archive, and what lintian says of them.
.PHONY: deb
deb: dist
	@packaging/apt-install debhelper dpkg-dev lintian gcc-12-plugin-dev $(CHECK_PACKAGES)
	$(Q)rm -rf $(O)/deb && mkdir -p $(O)/deb && tar -C $(O)/deb -xzf $(O)/$(DIST).tar.gz
	$(Q)cd $(O)/deb/$(DIST) && DEB_BUILD_OPTIONS="parallel=$(JOBS) $(DEB_BUILD_OPTIONS)" \
	  packaging/beat "building packages" dpkg-buildpackage -us -uc -b
	$(Q)cd $(O)/deb && lintian --fail-on error,warning --tag-display-limit 0 *.changes
	@ls $(O)/deb/*.deb
