import { expect, test } from 'vitest';
import { createFakeSystem, type FakeSystemOptions } from '../fake-system.ts';
import { judgeReading } from '../judge-reading.ts';
import { usbStorageBlocked } from './definition.ts';
import { linuxUsbStorage } from './linux.ts';
import { linuxUsbStorageFix, USB_STORAGE_FILE } from './linux-fix.ts';

const context = { operatingSystem: 'linux', now: new Date('2026-11-24T09:00:00Z') } as const;
const PS = { 'ps -e -o pid=,uid=,comm=': '  1 0 systemd\n 901 1001 ps\n' };
const EMPTY = { '/sys/module/kernel/uevent': '' };
const judge = async (system: ReturnType<typeof createFakeSystem>) =>
  judgeReading(usbStorageBlocked, await linuxUsbStorage.read(system), {}, context);
const stateOf = async (files: NonNullable<FakeSystemOptions['files']>, commands: FakeSystemOptions['commands'] = PS) =>
  (await judge(createFakeSystem({ files: { ...EMPTY, ...files }, commands }))).state;
const withLines = (text: string) => stateOf({ '/etc/modprobe.d/usb.conf': text });

test.each([
  ['install usb-storage /bin/true', 'passed'],
  ['  install   usb_storage   /usr/bin/false  ', 'passed'],
  ['install usb-storage \\\n  /bin/false', 'passed'],
  ['# install usb-storage /bin/false', 'failed'],
  ['install usb-storage-quirks /bin/false', 'failed'],
  ['install usb-storage', 'failed'],
  ['install usb-storage /sbin/modprobe --ignore-install usb-storage', 'failed'],
  ['install usb-storage modprobe -q -i usb_storage $CMDLINE_OPTS', 'failed'],
  ['install usb-storage /sbin/modprobe --ignore-install usbhid', 'unknown'],
  ['install usb-storage /sbin/modprobe -r -i usb-storage', 'unknown'],
  ['install usb-storage /bin/false || /sbin/modprobe --ignore-install usb-storage', 'unknown'],
  ['install usb-storage /bin/false\ninstall usb-storage /opt/load', 'passed'],
  ['install usb-storage /opt/load\ninstall usb-storage /bin/false', 'unknown'],
  ['install usb-storage modprobe -i usb-storage\ninstall usb-storage /bin/false', 'failed'],
  ['install usb[_]storage /bin/echo not allowed', 'passed'],
  ['install usb[-]storage /bin/false', 'failed'],
  ['install usb[!-]storage /bin/false', 'passed'],
  ['install usb* /bin/false', 'passed'],
  ['install ua? /bin/false', 'failed'],
  ['install usb?torage /bin/false', 'failed'],
  ['install usb[z-a]storage /bin/false', 'failed'],
  ['install usb-storage /bin/echo no > /dev/null; modprobe usb-storage', 'unknown'],
  ['blacklist usb-storage\ninstall uas /bin/true', 'passed'],
  ['blacklist usb-storage # and more\nblacklist uas', 'failed'],
])('%j: %s', async (text, state) => {
  expect(await withLines(text)).toBe(state);
});

test('of several files the first by its name counts, whatever folder it is in', async () => {
  const loads = 'install usb-storage /sbin/modprobe --ignore-install usb-storage\n';
  const blocks = 'install usb-storage /bin/false\n';
  expect(await stateOf({ '/etc/modprobe.d/usb.conf': blocks, '/usr/lib/modprobe.d/a.conf': loads })).toBe('failed');
  expect(await stateOf({ '/etc/modprobe.d/usb.conf': loads, '/usr/lib/modprobe.d/a.conf': blocks })).toBe('passed');
  expect(await stateOf({ '/etc/modprobe.d/a.conf': loads, '/usr/lib/modprobe.d/a.conf': blocks })).toBe('failed');
});

const LISTED = { '/etc/modprobe.d/usb.conf': 'blacklist usb-storage\nblacklist uas\n' };
const NO_LOADING = { '/etc/modprobe.d/usb.conf': 'install usb-storage /bin/false\n' };
const RULES = '/etc/udev/rules.d/10-own.rules';

test.each([
  ['RUN+="/sbin/modprobe usb-storage"', 'failed', 'passed'],
  ['ACTION=="add", \\\n  RUN+="/usr/sbin/modprobe -q usb_storage"', 'failed', 'passed'],
  ['PROGRAM=="/sbin/modprobe uas", NAME="x"', 'failed', 'passed'],
  ['RUN+="/sbin/modprobe -i usb-storage"', 'unknown', 'unknown'],
  ['RUN+="/sbin/insmod /lib/modules/usb-storage.ko"', 'unknown', 'unknown'],
  ['RUN+="/bin/sh -c \'modprobe -r uas; modprobe usb-storage\'"', 'unknown', 'unknown'],
  ['# RUN+="/sbin/modprobe usb-storage"', 'passed', 'passed'],
  ['RUN+="/sbin/modprobe -r usb-storage"', 'passed', 'passed'],
  ['RUN+="/sbin/modprobe -b usb-storage"', 'passed', 'passed'],
  ['RUN{builtin}+="kmod load usb-storage"', 'passed', 'passed'],
  ['DRIVERS=="usb-storage", RUN+="/usr/bin/logger here"', 'passed', 'passed'],
])('a rule of udev, %j: %s past a blacklist, %s past a command', async (rule, listed, noLoading) => {
  expect(await stateOf({ ...LISTED, [RULES]: `${rule}\n` })).toBe(listed);
  expect(await stateOf({ ...NO_LOADING, [RULES]: `${rule}\n` })).toBe(noLoading);
});

test.each([
  ['/etc/modules-load.d/usb.conf', 'usb-storage\n', 'unknown'],
  ['/usr/lib/modules-load.d/usb.conf', '# drives\nuas\n', 'unknown'],
  ['/etc/modules', 'loop\nusb_storage\n', 'unknown'],
  ['/etc/initramfs-tools/modules', 'usb-storage delay_use=1\n', 'unknown'],
  ['/etc/modules-load.d/usb.conf', '# usb-storage\nusbhid\n', 'passed'],
])('%s with %j against a blacklist: %s; a command in the place of loading holds', async (path, text, state) => {
  expect(await stateOf({ ...LISTED, [path]: text })).toBe(state);
  expect(await stateOf({ ...NO_LOADING, [path]: text })).toBe('passed');
});

test.each([
  'softdep usbhid pre: usb-storage',
  'install usbhid /sbin/modprobe --ignore-install usb-storage; /sbin/modprobe -i usbhid',
])('%s: another module takes the driver with it', async (line) => {
  expect(await stateOf({ ...LISTED, '/etc/modprobe.d/other.conf': line })).toBe('unknown');
  expect(await stateOf({ ...LISTED, '/etc/modprobe.d/other.conf': line.replaceAll('usb-storage', 'usb-audio') })).toBe(
    'passed',
  );
});

test('rules that may not be read leave a computer that looks blocked unknown', async () => {
  const denied = { ok: false, reason: 'access-denied', detail: '' } as const;
  expect(await stateOf({ ...LISTED, [RULES]: denied })).toBe('unknown');
  expect(await stateOf({ ...LISTED, '/etc/modules': denied })).toBe('unknown');
});

test('a file that may not be read leaves it unknown, and so do modules that may not be listed', async () => {
  const denied = { ok: false, reason: 'access-denied', detail: '' } as const;
  expect(await stateOf({ '/etc/modprobe.d/usb.conf': denied })).toBe('unknown');
  expect((await judge(createFakeSystem({ files: {}, commands: PS }))).state).toBe('unknown');
});

test('who hides processes may hide USBGuard: what is not blocked otherwise is not known then', async () => {
  expect(await stateOf({}, {})).toBe('unknown');
  expect(await stateOf({ '/etc/modprobe.d/usb.conf': 'install usb-storage /bin/false' }, {})).toBe('passed');
});

test('the fix blocks both drivers, and a drive that is in use stays until the next restart', async () => {
  const system = createFakeSystem({ files: EMPTY, commands: { ...PS, 'modprobe -r uas usb_storage': '' } });
  expect((await judge(system)).state).toBe('failed');
  expect(await linuxUsbStorageFix.apply(system, {})).toMatchObject({
    ok: true,
    value: { undo: `To take it back, delete ${USB_STORAGE_FILE} as an administrator.` },
  });
  expect((await judge(system)).state).toBe('passed');
  system.files.set('/sys/module/usb_storage/initstate', 'live\n');
  expect((await judge(system)).message.key).toBe('stillLoaded');
});
