import type { SystemPort } from '@vestibule/checks';
import { expect, test } from 'vitest';
import { readDeviceDetails } from './device-details.ts';

/** A Linux with these files and nothing else. */
function linux(
  files: Readonly<Record<string, string>>,
  folders: Readonly<Record<string, readonly string[]>> = {},
): SystemPort {
  const missing = { ok: false, reason: 'missing', detail: '' } as const;
  return {
    operatingSystem: 'linux',
    user: { id: 1000, name: 'ada', home: '/home/ada' },
    environment: {},
    isElevated: false,
    now: () => new Date(0),
    readFile: async (path) => (files[path] === undefined ? missing : { ok: true, value: files[path] }),
    listFolder: async (path) => (folders[path] === undefined ? missing : { ok: true, value: folders[path] }),
    run: async () => ({ ok: false, reason: 'tool-missing', detail: '' }),
  };
}

test('a laptop says what it is', async () => {
  const system = linux({
    '/etc/hostname': 'ada-laptop\n',
    '/etc/os-release': 'NAME="Debian"\nPRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\n',
    '/sys/class/dmi/id/chassis_type': '10\n',
    '/sys/class/dmi/id/product_name': 'Framework 13\n',
    '/sys/class/dmi/id/sys_vendor': 'Framework\n',
  });
  expect(await readDeviceDetails(system)).toEqual({
    deviceName: 'ada-laptop',
    deviceLoginName: 'ada',
    operatingSystem: 'linux',
    osVersionCaption: 'Debian GNU/Linux 12 (bookworm)',
    deviceType: 0,
    model: 'Framework 13',
    manufacturer: 'Framework',
    serialNumber: '',
  });
});

test.each([
  ['a tower', { '/sys/class/dmi/id/chassis_type': '3' }, {}, 1],
  ['a convertible', { '/sys/class/dmi/id/chassis_type': '31' }, {}, 0],
  ['a small board with a battery', {}, { '/sys/class/power_supply': ['AC', 'BAT0'] }, 0],
  ['a computer that tells nothing', {}, {}, 1],
])('%s has its type', async (_, files, folders, deviceType) => {
  expect((await readDeviceDetails(linux(files, folders))).deviceType).toBe(deviceType);
});

test('overlong values are cut to what a report takes', async () => {
  const { deviceName } = await readDeviceDetails(linux({ '/etc/hostname': 'x'.repeat(1000) }));
  expect(deviceName).toHaveLength(255);
});

test('control characters never reach a report', async () => {
  const system = linux({
    '/etc/hostname': `\u0000ada\u0000-laptop\u001B\n`,
    '/etc/os-release': 'PRETTY_NAME="Debian\u0000 12"\n',
    '/sys/class/dmi/id/product_name': 'Frame\twork\u0085',
    '/sys/class/dmi/id/sys_vendor': `${'\u0000'.repeat(300)}Framework`,
    '/sys/class/dmi/id/product_serial': 'S1\u0000\u007F\n',
  });
  expect(await readDeviceDetails({ ...system, user: { ...system.user, name: 'a\u0000da' } })).toMatchObject({
    deviceName: 'ada-laptop',
    deviceLoginName: 'ada',
    osVersionCaption: 'Debian 12',
    model: 'Framework',
    manufacturer: 'Framework',
    serialNumber: 'S1',
  });
});

test('a Mac has the name that its person gave it, and is a laptop when it is one', async () => {
  const answers: Readonly<Record<string, string>> = {
    scutil: 'Ada’s Mac\n',
    sw_vers: 'ProductName:\t\tmacOS\nProductVersion:\t\t27.0\nBuildVersion:\t\t26A428\n',
    system_profiler:
      '{"SPHardwareDataType":[{"machine_name":"MacBook Air","machine_model":"Mac14,2","serial_number":"X1"}]}',
  };
  const system: SystemPort = {
    ...linux({}),
    operatingSystem: 'macos',
    run: async ({ tool }) => ({ ok: true, value: { code: 0, stdout: answers[tool] ?? '', stderr: '' } }),
  };
  expect(await readDeviceDetails(system)).toEqual({
    deviceName: 'Ada’s Mac',
    deviceLoginName: 'ada',
    operatingSystem: 'macos',
    osVersionCaption: 'macOS Golden Gate 27.0 (26A428)',
    deviceType: 0,
    model: 'MacBook Air (Mac14,2)',
    manufacturer: 'Apple Inc.',
    serialNumber: 'X1',
  });
});
