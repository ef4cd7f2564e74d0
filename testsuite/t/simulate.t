#!/usr/bin/perl
# The workloads of the simulator (testsuite/bench/workloads.c) on up to 1000 ranks: right programs
# and their wrong twins. `make simulate` measures.
use strict;
use warnings;
use FindBin;

chdir "$FindBin::Bin/../.." or die "chdir: $!";
my $build = $ENV{BUILD} // 'build';
my $cc = $ENV{CC} // 'gcc';
delete $ENV{MAKEFLAGS};
if (system qq(make -s "O=$build" "CC=$cc" WERROR=1 "$build/simulate" >&2)) {
    print "not ok 1 - builds\n1..1\n";
    exit 1;
}
exec "$build/simulate", '--check' or die "exec: $!";
