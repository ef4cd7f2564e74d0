#!/usr/bin/perl
# The checker against the oracle: the cases of testsuite/oracle/cases, then 20,000 random programs.
# `make oracle PROGRAMS=1000000 SEED=...` tries more.
use strict;
use warnings;
use FindBin;

chdir "$FindBin::Bin/../.." or die "chdir: $!";
my $build = $ENV{BUILD} // 'build';
my $cc = $ENV{CC} // 'gcc';
delete $ENV{MAKEFLAGS};
if (system qq(make -s "O=$build" "CC=$cc" WERROR=1 "$build/oracle/oracle" >&2)) {
    print "not ok 1 - builds\n1..1\n";
    exit 1;
}
exec "$build/oracle/oracle", '--programs=20000', '--seed=1', glob 'testsuite/oracle/cases/*.txt'
    or die "exec: $!";
