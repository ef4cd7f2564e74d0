#!/usr/bin/perl
# checker/ is pure: no MPI, no I/O, no globals, no clock. Looks at what its sources include and at
# the objects in $BUILD/obj/checker: no writable data, and no symbol from outside but these.
use strict;
use warnings;
use FindBin;

chdir "$FindBin::Bin/../.." or die "chdir: $!";
my $objects = ($ENV{BUILD} // 'build') . '/obj/checker';
my %system = map { $_ => 1 } qw(stdlib.h string.h stdint.h stddef.h stdarg.h limits.h uthash.h
                                bsd/sys/tree.h stdio.h);
my $symbols = qr/^(
    malloc | calloc | realloc | free | qsort | bsearch
  | mem(cpy|move|set|cmp|chr) | str(len|n?cmp|n?cpy|chr|rchr|str|nlen)
  | (__)?v?snprintf(_chk)? | __mem(cpy|move|set)_chk | __stack_chk_fail
  | _GLOBAL_OFFSET_TABLE_ | __(u?div|u?mod|mul)[dst]i[34] )$/x;
# stdio.h is for snprintf: none of the rest
my $io = qr/\b( (?:[fd]?open|fdopen|creat|fclose|close|v?[fd]?printf|f?puts|f?putc|putchar|fwrite
                  |fread|read|write|f?scanf|f?gets|f?getc|getchar|perror|getenv|time|clock(?:_(?:get|set|nano)\w*)?
                  |gettimeofday) (?=\s*\()
              | FILE | stdin | stdout | stderr | errno | __thread | _Thread_local )\b/x;
my ($count, $failed) = (0, 0);

sub ok {
    my ($name, @why) = @_;
    $count++;
    $failed += @why > 0;
    print @why ? 'not ok' : 'ok', " $count - $name\n", map { "# $_\n" } @why;
}

sub read_source {
    my ($file) = @_;
    open my $in, '<', $file or die "$file: $!";
    my $text = do { local $/; <$in> };
    $text =~ s{/\*.*?\*/|//[^\n]*}{}gs;
    return $text;
}

# The files of checker/ and what they include, as far as it is ours.
my (@foreign, @uses, %seen);
my @todo = glob 'checker/*/*.[ch]';
my @sources = grep { /\.c$/ } @todo;
while (defined(my $file = shift @todo)) {
    next if $seen{$file}++;
    my $text = read_source($file);
    (my $folder = $file) =~ s{[^/]*$}{};
    while ($text =~ /^\s*#\s*include\s*(<([^>]*)>|"([^"]*)")/mg) {
        my ($angle, $quote) = ($2, $3);
        if (defined $angle) {
            push @foreign, "$file includes <$angle>" if !$system{$angle};
            next;
        }
        my $path = -e "$folder$quote" ? "$folder$quote" : $quote;
        push @foreign, "$file includes $path" if $path !~ m{^(checker|include)/};
        push @todo, $path;
    }
    next if $file !~ m{^checker/};
    (my $code = $text) =~ s/"(?:\\.|[^"\\])*"/""/g;
    push @uses, "$file: $1" while $code =~ /(?<![\w>.])$io/g;
    push @uses, "$file: $1" while $code =~ /\b(P?MPI_\w+)\s*\(/g;
}
ok('checker/ includes only its own headers and plain C', @foreign);
ok('checker/ calls neither MPI nor I/O nor a clock', @uses);

my @made = map { m{^checker/(.*)\.c$}; "$objects/$1.o" } @sources;
ok('every source has its object', map { "$_ is missing: run make" } grep { !-e } @made);
my (%defined, @data, @outside, @wants);
for my $object (@made) {
    open my $nm, '-|', 'nm', $object or die "nm: $!";
    while (<$nm>) {
        my ($type, $name) = /^[0-9a-f ]{16} (\w) (\S+)/ or next;
        $defined{$name} = 1 if $type =~ /[TRDBVW]/;
        push @wants, [$object, $name] if $type eq 'U' || $type eq 'w';
        push @data, "$object: $type $name" if $type =~ /[BbCSsGgu]/;
    }
    close $nm;
    # constant tables of pointers are .data.rel.ro: nm calls them d, the section tells
    open my $dump, '-|', 'objdump', '-t', $object or die "objdump: $!";
    while (<$dump>) {
        my ($flags, $section, $size, $name) = /^[0-9a-f]+ (.{7}) (\S+)\s+([0-9a-f]+)\s+(.*)/ or next;
        push @data, "$object: $name in $section"
            if $section =~ /^\.(t?data|t?bss)/ && $section !~ /^\.data\.rel\.ro/ &&
               $flags =~ /O/ && hex $size;
    }
    close $dump;
}
ok('no writable data', @data);
@outside = map { "$_->[0] wants $_->[1]" }
           grep { !$defined{$_->[1]} && $_->[1] !~ $symbols } @wants;
ok('no symbol from outside but plain ones', @outside);
print "1..$count\n";
exit($failed ? 1 : 0);
