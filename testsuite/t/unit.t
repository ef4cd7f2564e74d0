#!/usr/bin/perl
# Builds testsuite/unit/check-*.c with the checker under ASan and UBSan and runs them; prints their
# TAP as one. Each is built again only when a source or header is newer. CC names the compiler.
use strict;
use warnings;
use FindBin;

chdir "$FindBin::Bin/../.." or die "chdir: $!";
my $build = ($ENV{BUILD} // 'build') . '/unit';
my $cc = $ENV{CC} // 'gcc';
my @flags = (qw(-std=gnu11 -O1 -g -Wall -Wextra -Wshadow -Werror -fno-omit-frame-pointer -I.),
             '-fsanitize=address,undefined', '-fno-sanitize-recover=all');
# what a link pulls in beside the checker
my @common = (glob('checker/*/*.c'), glob('testsuite/unit/sim*.c'));
my @headers = (glob('include/*'), glob('checker/*/*.h'), glob('testsuite/unit/*.h'));
my %newest = map { $_ => (stat)[9] } @headers;
my $stamp = 0;
$stamp = $_ > $stamp ? $_ : $stamp for values %newest;
# a test that makes allocations fail
my %wrap = ("$build/check-memory" => '-Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc');
my ($count, $failed) = (0, 0);

sub ok {
    my ($good, $name, @why) = @_;
    $count++;
    $failed += !$good;
    print $good ? 'ok' : 'not ok', " $count - $name\n", map({ "# $_\n" } @why);
}

sub fresh {
    my ($made, @from) = @_;
    my $time = (stat $made)[9] or return 0;
    $time > $_ or return 0 for $stamp, (stat $0)[9], map { (stat)[9] } @from;
    return 1;
}

sub compile {
    my ($source) = @_;
    (my $object = "$build/$source") =~ s/\.c$/.o/;
    return $object if fresh($object, $source);
    (my $folder = $object) =~ s{/[^/]*$}{};
    system('mkdir', '-p', $folder);
    return system($cc, @flags, '-c', $source, '-o', $object) ? undef : $object;
}

sub program {
    my ($source) = @_;
    (my $program = "$build/$source") =~ s{testsuite/unit/(.*)\.c$}{$1};
    my @objects = map { compile($_) // return } @common, $source;
    return $program if fresh($program, @objects);
    return system($cc, @flags, $wrap{$program} // (), @objects, '-o', $program) ? undef : $program;
}

for my $source (glob 'testsuite/unit/check-*.c') {
    (my $name = $source) =~ s{.*/check-(.*)\.c$}{$1};
    my $program = program($source);
    ok(defined $program, "$name builds") if !defined $program;
    next if !defined $program;
    my ($planned, $ran, @notes) = (0, 0);
    open my $tap, '-|', "$program 2>&1" or die "$program: $!";
    while (<$tap>) {
        chomp;
        if (/^(not )?ok \d+ - (.*)/) {
            ok(!$1, "$name: $2", @notes);
            $ran++;
            @notes = ();
        } elsif (/^1\.\.(\d+)$/) {
            $planned = $1;
        } else {
            s/^# ?//;
            push @notes, $_;
        }
    }
    close $tap;
    my $end = $?;
    my $whole = $ran && $planned == $ran && ($end & 127) == 0 && ($end >> 8) < 2;
    ok(0, "$name runs to its end (status $end)", @notes) if !$whole;
}
ok(0, 'there are tests') if !$count;
print "1..$count\n";
exit($failed ? 1 : 0);
