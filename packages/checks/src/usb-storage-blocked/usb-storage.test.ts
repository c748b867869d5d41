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
  ['install usb-storage /bin/false || /sbin/modprobe --ignore-install usb-storage', 'unknown'],
  ['install usb-storage /bin/false\ninstall usb-storage /opt/load', 'unknown'],
  ['blacklist usb-storage\ninstall uas /bin/true', 'passed'],
  ['blacklist usb-storage # and more\nblacklist uas', 'failed'],
])('%j: %s', async (text, state) => {
  expect(await withLines(text)).toBe(state);
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
