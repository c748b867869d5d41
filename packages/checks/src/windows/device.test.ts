import { expect, test } from 'vitest';
import { readWindowsDevice } from './device.ts';
import { createWindows } from './sample-system.ts';

const release = {
  major: 10,
  minor: 0,
  build: '26200',
  revision: 7171,
  display: '25H2',
  release: '2009',
  edition: 'Professional',
  installation: 'Client',
};
const computer = { manufacturer: 'Contoso', model: 'Book 14', systemType: 2, partOfDomain: false };
const device = { serial: 'C02X1234', productVersion: '', chassis: [10] };

function windows(sections: Readonly<Record<string, unknown>>) {
  const all = { operatingSystem: release, computer, device, battery: { batteries: 1 }, ...sections };
  const values = Object.entries(all).map(([name, value]) => [name, { value }]);
  return createWindows(JSON.stringify({ format: 1, sections: Object.fromEntries(values) }));
}

test('a laptop says what it is', async () => {
  expect(await readWindowsDevice(windows({}))).toEqual({
    osVersionCaption: 'Windows 11 Pro 25H2 (26200.7171)',
    manufacturer: 'Contoso',
    model: 'Book 14',
    serialNumber: 'C02X1234',
    isPortable: true,
  });
});

test.each([
  ['a tower', { device: { ...device, chassis: [3] } }, false],
  ['a laptop in its dock', { device: { ...device, chassis: [12, 10] } }, true],
  [
    'an unnamed chassis with a battery',
    { device: { ...device, chassis: [2] }, computer: { ...computer, systemType: 0 } },
    true,
  ],
  ['an unnamed chassis that is mobile', { device: { ...device, chassis: [] }, battery: { batteries: 0 } }, true],
  ['a computer that tells nothing', { device: null, computer: null, battery: null }, false],
])('%s is known for what it is', async (_, sections, isPortable) => {
  expect((await readWindowsDevice(windows(sections))).isPortable).toBe(isPortable);
});

test.each([
  'To Be Filled By O.E.M.',
  'Default string',
  'System Serial Number',
  '0123456789',
  'None',
  'N/A',
  '.',
  '-',
  '00000000',
  '   ',
])('%j is no serial number', async (serial) => {
  expect((await readWindowsDevice(windows({ device: { ...device, serial } }))).serialNumber).toBe('');
});

test('a maker who hides the name in the version of the product is understood', async () => {
  const lenovo = windows({
    computer: { ...computer, manufacturer: 'LENOVO', model: '21HM002' },
    device: { ...device, productVersion: 'ThinkPad X1' },
  });
  expect((await readWindowsDevice(lenovo)).model).toBe('ThinkPad X1 (21HM002)');
});

test('what does not answer stays empty', async () => {
  expect(await readWindowsDevice(createWindows({ ok: false, reason: 'timed-out', detail: '' }))).toEqual({
    osVersionCaption: '',
    manufacturer: '',
    model: '',
    serialNumber: '',
    isPortable: false,
  });
});
