import { expect, test } from 'vitest';
import { unitSignsIn } from './console-commands.ts';
import { fakeSystemd } from '../linux/fake-systemd.ts';
import { createFakeSystem } from '../fake-system.ts';
import { signsInAsLoaded } from './loaded-units.ts';

const ON_TTY = 'StandardInput=tty\nTTYPath=/dev/tty7\n';
const SHOWS_ON_TTY = 'StandardOutput=tty\nTTYPath=/dev/tty7\n';

test.each([
  ['/usr/bin/openvt -s -w -- /bin/su - nadia', '', true],
  ['/bin/openvt -c 3 /bin/bash', '', true],
  ['/bin/openvt -fc 3 -- /usr/bin/python3', '', true],
  ['/bin/openvt', '', true],
  ['/bin/openvt -l -c 8', '', true],
  ['/bin/openvt -c 3 -- /bin/login', '', false],
  ['/bin/openvt -c 3 -- /bin/login -f nadia', '', true],
  ['/bin/openvt -c 3 -- /sbin/agetty -a nadia tty3', '', true],
  ['/bin/openvt -c 3 -- /usr/bin/htop', '', null],
  ['/bin/openvt -c 3 -- /bin/sh /opt/own/menu', '', null],
  ['/usr/bin/env TERM=linux /usr/bin/nice -n 5 /bin/openvt -- bash', '', true],
  ['/bin/busybox openvt -c 3 sh', '', true],
  ['/bin/busybox getty -n -l /bin/sh 38400 tty3', '', true],
  ['/bin/busybox getty 38400 tty3', '', false],
  ['/bin/sh -c "setsid sh -i </dev/tty3 >/dev/tty3 2>&1 &"', '', true],
  ["/bin/bash -c 'exec setsid bash < /dev/tty3 &> /dev/tty3'", '', true],
  ["/bin/sh -c 'exec </dev/tty3 >/dev/tty3; exec sh'", '', true],
  ["/bin/sh -c 'sleep 3 && openvt -- su - nadia'", '', true],
  ["/bin/sh -c '/bin/login -f nadia </dev/tty4'", '', true],
  ["/bin/sh -c '/opt/own/menu </dev/tty4'", '', null],
  ["/bin/sh -c 'python3 -i </dev/ttyS0'", '', true],
  ["/bin/sh -c 'setterm --blank 5 --term linux </dev/console'", '', false],
  ["/bin/sh -c 'echo welcome >/dev/tty1'", '', false],
  ["/bin/sh -c 'dmesg | tail > /dev/tty8'", '', false],
  ["/bin/bash -c 'for i in 1 2; do sleep 1; done'", '', false],
  ['/usr/bin/socat FILE:/dev/tty3,raw EXEC:/bin/bash', '', null],
  ['/usr/bin/xinit /usr/bin/xterm', '', null],
  ['/usr/bin/startx', '', null],
  ['/usr/bin/cage foot', '', null],
  ['/bin/bash', ON_TTY, true],
  ['/usr/bin/python3', ON_TTY, true],
  ['/usr/bin/vi', ON_TTY, true],
  ['/bin/bash', 'StandardInput=file:/dev/tty3\n', true],
  ['/bin/bash', SHOWS_ON_TTY, true],
  ['/opt/own/menu', ON_TTY, null],
  ['/opt/own/menu', SHOWS_ON_TTY, false],
  ['/bin/bash /opt/own/menu', ON_TTY, null],
  ['/bin/bash /opt/own/welcome', SHOWS_ON_TTY, false],
  ["/bin/sh -c 'cat /etc/issue'", SHOWS_ON_TTY, false],
  ["/bin/sh -c 'cat /etc/issue; sh'", ON_TTY, true],
  ['-/sbin/agetty --noclear %I $TERM', ON_TTY, false],
  ['-/lib/systemd/systemd-sulogin-shell rescue', ON_TTY, false],
  ['/usr/bin/ly', ON_TTY, false],
  ['/usr/bin/systemd-firstboot --prompt', ON_TTY, false],
  ['/usr/sbin/cron -f', '', false],
])('a unit that starts %s, %j: %s', (command, more, expected) => {
  expect(unitSignsIn(`[Service]\n${more}ExecStart=${command}\n`)).toBe(expected);
});

const LOADED = {
  LoadState: 'loaded',
  ActiveState: 'active',
  NeedDaemonReload: 'no',
  TTYPath: '',
  StandardInput: 'null',
};

/** systemd tells words without the marks that bounded them. */
test.each([
  ['/bin/openvt', '/bin/openvt -s -w -- /bin/su - nadia', {}, true],
  ['/bin/sh', '/bin/sh -c setsid sh -i </dev/tty3 >/dev/tty3 2>&1 &', {}, true],
  ['/bin/sh', '/bin/sh -c echo welcome >/dev/tty1', {}, false],
  ['/bin/bash', '/bin/bash', { StandardInput: 'file' }, null],
  ['/opt/own/menu', '/opt/own/menu', { StandardInput: 'tty', TTYPath: '/dev/tty7' }, null],
])('loaded, a unit that starts %s by %s: %s', async (path, words, more, expected) => {
  const unit = {
    ...LOADED,
    ...more,
    FragmentPath: '/etc/systemd/system/own.service',
    ExecStart: `{ path=${path} ; argv[]=${words} ; ignore_errors=no ; start_time=[n/a] }`,
  };
  const system = createFakeSystem({ commands: fakeSystemd({ 'own.service': unit }) ?? {} });
  expect(await signsInAsLoaded(system, 'own.service', '/etc/systemd/system/own.service')).toBe(expected);
});
