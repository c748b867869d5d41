/**
 * Takes a name (`$ARGV[0]`) on the system bus and keeps it, as a display manager does: nothing of Debian's base does that
 * alone. Perl, because it is always there; the messages are those of the D-Bus specification, byte by byte.
 */
export const OWN_BUS_NAME = `
use strict;
use IO::Socket::UNIX;
my $bus = IO::Socket::UNIX->new(Peer => '/run/dbus/system_bus_socket') or die "no bus: $!";
$bus->autoflush(1);
print $bus "\\0AUTH EXTERNAL ", unpack('H*', "$<"), "\\r\\n";
my $answer = <$bus>;
$answer =~ /^OK/ or die "refused: $answer";
print $bus "BEGIN\\r\\n";
sub padded { my ($text, $to) = @_; return $text . "\\0" x (-length($text) % $to) }
sub text { my ($text) = @_; return pack('V', length $text) . $text . "\\0" }
sub call {
  my ($serial, $member, $signature, $body) = @_;
  my $fields = '';
  for ([1, 'o', '/org/freedesktop/DBus'], [2, 's', 'org.freedesktop.DBus'], [3, 's', $member], [6, 's', 'org.freedesktop.DBus']) {
    $fields = padded($fields, 8) . pack('CCa1C', $_->[0], 1, $_->[1], 0) . text($_->[2]);
  }
  $fields = padded($fields, 8) . pack('CCa1C', 8, 1, 'g', 0) . pack('C', length $signature) . $signature . "\\0" if $signature;
  print $bus padded(pack('a1CCCVVV', 'l', 1, 0, 1, length $body, $serial, length $fields) . $fields, 8) . $body;
}
call(1, 'Hello', '', '');
my $name = text($ARGV[0]);
call(2, 'RequestName', 'su', padded($name, 4) . pack('V', 4));
sleep 1 while $bus->connected;
`;

/** Lets root own it. */
export const busPolicyFor = (name: string) =>
  `<busconfig><policy user="root"><allow own="${name}"/></policy><policy context="default"><allow send_destination="${name}"/></policy></busconfig>\n`;
