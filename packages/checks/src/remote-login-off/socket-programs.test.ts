import { expect, test } from 'vitest';
import { createFakeSystem } from '../fake-system.ts';
import { socketLetsIn } from './socket-programs.ts';

const OWN = '/etc/systemd/system/own@.service';
const PACKAGE = '/usr/lib/systemd/system/own@.service';
const execute = (line: string) =>
  `{ path=${line.split(' ')[0]} ; argv[]=${line} ; ignore_errors=no ; start_time=[n/a] ; pid=0 }`;

async function answerTo(properties: Readonly<Record<string, string>>, isCut = false) {
  const text = Object.entries(properties).map((pair) => pair.join('='));
  const systemctl = `Names=own@others.service\n${text.join('\n')}${isCut ? '' : '\n'}`;
  return socketLetsIn(createFakeSystem({ commands: { systemctl } }), ['own@others.service']);
}
const onSocket = (line: string, more: Readonly<Record<string, string>> = {}) =>
  answerTo({ ExecStart: execute(line), StandardInput: 'socket', FragmentPath: OWN, DropInPaths: '', ...more });

test.each<[string, boolean | null]>([
  ['/bin/sh', true],
  ['/bin/bash -i', true],
  ['/bin/sh -c exec /bin/bash', true],
  ['/bin/sh -c "exec /bin/bash -l"', true],
  ['/bin/sh -c /usr/sbin/sshd -i', true],
  ['/usr/sbin/sshd -i', true],
  ['/bin/login', true],
  ['/sbin/agetty -', true],
  ['/usr/bin/python3', true],
  ['/usr/bin/perl -', true],
  ['/usr/bin/ncat -l 4444 -e /bin/sh', true],
  ['/bin/busybox sh', true],
  ['/bin/busybox sh -i', true],
  ['/bin/busybox telnetd -i', true],
  ['/bin/busybox sh /opt/own/answer', null],
  ['/bin/busybox', null],
  ['/bin/date', false],
  ['/usr/sbin/cupsd -l', false],
  ['/bin/sh -c echo hello', false],
  ['/bin/sh -c "exec /bin/cat /proc/loadavg"', false],
  // What it does stands somewhere else, or hangs on what a shell makes of it.
  ['/bin/sh /opt/own/answer', null],
  ['/bin/sh -c date', null],
  ['/bin/sh -c "/bin/date; /bin/sh"', null],
  ['/bin/sh -c "echo $(id)"', null],
  ['/bin/sh -c "/bin/date" ; /bin/x', null],
  ['/bin/sh -x', null],
  ['/usr/bin/python3 -c code', null],
  ['/usr/bin/script -q /dev/null', null],
  ['/opt/own/answer', null],
  ['/usr/bin/env /bin/date', null],
  ['/usr/bin/socat TCP-LISTEN:1,fork EXEC:/opt/ask', null],
])('a socket of one’s own hands %s to those who connect: %s', async (line, isLogin) => {
  expect(await onSocket(line)).toBe(isLogin);
});

test('what is typed reaches the program only where the socket is what it reads', async () => {
  const reads = (StandardInput: string) => onSocket('/bin/sh -i', { StandardInput });
  expect([await reads('socket'), await reads('fd:own'), await reads('null')]).toEqual([true, true, null]);
  expect(await onSocket('/usr/sbin/nginx', { StandardInput: 'null' })).toBe(false);
  expect(await onSocket('/opt/own/answer', { StandardInput: 'null' })).toBe(null);
});

test('a package’s unit is known by its program, unless something is laid over it', async () => {
  expect(await onSocket('/usr/libexec/talkd', { FragmentPath: PACKAGE })).toBe(false);
  expect(await onSocket('/bin/sh -i', { FragmentPath: PACKAGE })).toBe(true);
  const DropInPaths = '/usr/lib/systemd/system/own@.service.d/a.conf';
  expect(await onSocket('/usr/libexec/talkd', { FragmentPath: PACKAGE, DropInPaths })).toBe(false);
  const over = `${DropInPaths} /etc/systemd/system/own@.service.d/b.conf`;
  expect(await onSocket('/usr/libexec/talkd', { FragmentPath: PACKAGE, DropInPaths: over })).toBe(null);
});

test('without a whole answer of systemd nothing is known; a service that is not there starts nothing', async () => {
  const whole = { ExecStart: execute('/bin/date'), StandardInput: 'socket', FragmentPath: OWN, DropInPaths: '' };
  expect(await answerTo(whole)).toBe(false);
  expect(await answerTo(whole, true)).toBe(null);
  for (const name of ['ExecStart', 'StandardInput', 'FragmentPath']) {
    expect(await answerTo(Object.fromEntries(Object.entries(whole).filter(([key]) => key !== name)))).toBe(null);
  }
  expect(await answerTo({ ...whole, ExecStart: 'something else' })).toBe(null);
  expect(await answerTo({ FragmentPath: '', StandardInput: 'null', DropInPaths: '' })).toBe(false);
  expect(await socketLetsIn(createFakeSystem(), ['own@others.service'])).toBe(null);
  expect(await socketLetsIn(createFakeSystem(), [])).toBe(null);
});
