import { expect, test } from 'vitest';
import { readSample } from '../samples.ts';
import { readMacosDevice } from './device.ts';
import { createFakeMac } from './fake-mac.ts';

const hardware = (name: string) => ({
  'system_profiler SPHardwareDataType -json': readSample(import.meta.dirname, `hardware-${name}.json`, 'macos'),
});
const battery = {
  'pmset -g batt':
    "Now drawing from 'AC Power'\n -InternalBattery-0 (id=4522083)\t100%; charged; 0:00 remaining present: true\n",
};

test('a laptop says what it is', async () => {
  const mac = createFakeMac({
    commands: {
      ...hardware('apple-silicon'),
      scutil: 'Nadia’s MacBook 🚀\n',
      sw_vers: 'ProductName:\t\tmacOS\nProductVersion:\t\t26.5\nBuildVersion:\t\t25F80\n',
    },
  });
  expect(await readMacosDevice(mac)).toEqual({
    deviceName: 'Nadia’s MacBook 🚀',
    osVersionCaption: 'macOS Tahoe 26.5 (25F80)',
    manufacturer: 'Apple Inc.',
    model: 'MacBook Pro (Mac14,7)',
    serialNumber: 'D5XQV1FMFJ',
    isPortable: true,
  });
});

test.each([
  ['an iMac', hardware('intel-desktop'), 'iMac (iMac20,1)', false],
  ['a virtual one', hardware('virtual'), 'Apple Virtual Machine 1 (VirtualMac2,1)', false],
  [
    'one of a new name, with a battery',
    { ...hardware('virtual'), ...battery },
    'Apple Virtual Machine 1 (VirtualMac2,1)',
    true,
  ],
  ['one that tells nothing', {}, '', false],
  ['one that tells garbage', { system_profiler: '{"SPHardwareDataType":[{"machine_name":7}]}' }, '', false],
])('%s has its model and its kind', async (_, commands, model, isPortable) => {
  expect(await readMacosDevice(createFakeMac({ commands }))).toMatchObject({ model, isPortable });
});
