import { expect, test } from 'vitest';
import { createFakeSystem, type FakeSystemOptions } from '../fake-system.ts';
import { judgeReading } from '../judge-reading.ts';
import { usbStorageBlocked } from './definition.ts';
import { linuxUsbStorage } from './linux.ts';

type Files = NonNullable<FakeSystemOptions['files']>;
const stateOf = async (files: Files) => {
  const commands = { 'ps -e -o pid=,uid=,comm=': '  1 0 systemd\n 901 1001 ps\n' };
  const system = createFakeSystem({ files: { '/sys/module/kernel/uevent': '', ...files }, commands });
  const context = { operatingSystem: 'linux', now: new Date('2026-11-24T09:00:00Z') } as const;
  return judgeReading(usbStorageBlocked, await linuxUsbStorage.read(system), {}, context).state;
};
const menuOf = (...lines: readonly string[]) =>
  lines.map((words) => `\tlinux\t/vmlinuz root=/dev/sda1 ${words}\n`).join('');
const RUNNING = '/proc/cmdline';
const MENU = '/boot/grub/grub.cfg';
const started = (words: string): Files => ({
  [RUNNING]: `quiet ${words}\n`,
  [MENU]: menuOf(words, `${words} debug`, 'single'),
});

test.each([
  ['module_blacklist=usb_storage', 'passed'],
  ['module_blacklist=uas,usb_storage', 'passed'],
  ['"module_blacklist=uas,usb_storage"', 'passed'],
  ['module_blacklist=usb-storage', 'failed'],
  ['module_blacklist=uas', 'failed'],
  ['module_blacklist=usb_storage module_blacklist=floppy', 'failed'],
  ['modprobe.blacklist=usb-storage,uas', 'passed'],
  ['modprobe.blacklist=usb_storage modprobe.blacklist=uas', 'passed'],
  ['modprobe.blacklist=usb_storage', 'failed'],
  ['module_blacklist=uas modprobe.blacklist=usb_storage', 'passed'],
  ['quiet -- module_blacklist=usb_storage', 'failed'],
  ['xmodule_blacklist=usb_storage', 'failed'],
])('%s: %s', async (words, state) => {
  expect(await stateOf(started(words))).toBe(state);
});

const KEPT_OUT = 'module_blacklist=usb_storage,uas';

test('for this start alone it is no block; where the next one is not known, neither is the block', async () => {
  expect(await stateOf({ [RUNNING]: KEPT_OUT, [MENU]: menuOf('quiet') })).toBe('failed');
  expect(await stateOf({ [RUNNING]: KEPT_OUT, [MENU]: menuOf(KEPT_OUT, 'quiet') })).toBe('failed');
  expect(await stateOf({ [RUNNING]: KEPT_OUT })).toBe('unknown');
  const denied = { ok: false, reason: 'access-denied', detail: '' } as const;
  expect(await stateOf({ [RUNNING]: KEPT_OUT, [MENU]: denied })).toBe('unknown');
  expect(await stateOf({ [RUNNING]: 'quiet', [MENU]: menuOf(KEPT_OUT) })).toBe('failed');
});

test('entries of one file each, and the kernel’s own file, tell of the next start as well', async () => {
  const entry = (words: string) => ({ '/boot/loader/entries/a.conf': `title A\noptions root=/dev/sda1 ${words}\n` });
  expect(await stateOf({ [RUNNING]: KEPT_OUT, ...entry(KEPT_OUT) })).toBe('passed');
  expect(await stateOf({ [RUNNING]: KEPT_OUT, ...entry('$kernelopts') })).toBe('unknown');
  expect(await stateOf({ [RUNNING]: KEPT_OUT, '/etc/kernel/cmdline': `root=/dev/sda1 ${KEPT_OUT}\n` })).toBe('passed');
});

const LINES = { '/etc/modprobe.d/usb.conf': 'install usb-storage /bin/false\n' };

test('what is blocked without the words of the kernel stays so, and a drive that is in use is one', async () => {
  expect(await stateOf({ ...LINES, [RUNNING]: KEPT_OUT })).toBe('passed');
  expect(await stateOf({ ...started(KEPT_OUT), '/sys/module/usb_storage/initstate': 'live\n' })).toBe('failed');
});

test('a rule of udev that loads the driver by its name gets past the list of modprobe, and not past the kernel', async () => {
  const rule = { '/etc/udev/rules.d/10-own.rules': 'RUN+="/sbin/modprobe usb-storage"\n' };
  expect(await stateOf({ ...started('modprobe.blacklist=usb_storage,uas'), ...rule })).toBe('failed');
  expect(await stateOf({ ...started(KEPT_OUT), ...rule })).toBe('passed');
});
