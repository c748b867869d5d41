import { anyText } from '@vestibule/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createFakeSystem } from '../fake-system.ts';
import { judgeReading } from '../judge-reading.ts';
import { readSample } from '../samples.ts';
import { compareVersions } from '../version-number.ts';
import { operatingSystemFactSchema, osSupported } from './definition.ts';
import { linuxOperatingSystem, parseOsRelease } from './linux.ts';

async function read(text: string, parameters: unknown = {}) {
  const reading = await linuxOperatingSystem.read(createFakeSystem({ files: { '/etc/os-release': text } }));
  return judgeReading(osSupported, reading, parameters, {
    operatingSystem: 'linux',
    now: new Date('2026-11-24T09:00:00Z'),
  });
}

test.each([
  ['debian-12', 'passed'],
  ['ubuntu-24.04', 'passed'],
  ['fedora-42', 'failed'],
  ['arch', 'passed'],
  ['debian-testing', 'unknown'],
  ['ubuntu-20.04', 'failed'],
  ['rhel-9', 'passed'],
  ['derivative-not-listed', 'unknown'],
])('%s: %s', async (name, expected) => {
  expect((await read(readSample(import.meta.dirname, `${name}.txt`))).state).toBe(expected);
});

test('policy decides which distributions and versions are good enough', async () => {
  const text = readSample(import.meta.dirname, 'ubuntu-24.04.txt');
  expect((await read(text, { minimumLinux: { ubuntu: '26.04' } })).message.key).toBe('tooOld');
  expect((await read(text, { minimumLinux: { debian: 'any' } })).message.key).toBe('notListed');
  expect((await read('ID=constructor\n')).state).toBe('unknown');
  expect((await read('ID=constructor\n', { minimumLinux: {} })).message.key).toBe('notListed');
});

test('a system without the file is unknown; the packaged copy is taken', async () => {
  expect(await linuxOperatingSystem.read(createFakeSystem())).toMatchObject({ unavailable: 'not-supported' });
  const files = { '/usr/lib/os-release': 'ID=debian\nVERSION_ID=12' };
  expect(await linuxOperatingSystem.read(createFakeSystem({ files }))).toMatchObject({ value: { version: '12' } });
});

test.each<[etc: string | null, usr: string | null, end: string | undefined]>([
  [null, 'ID=nixos\nVERSION_ID="26.05"\nSUPPORT_END="2026-12-31"', '2026-12-31'],
  ['ID=x\nVERSION_ID=1', 'ID=x\nVERSION_ID=1\nSUPPORT_END=2027-01-01', '2027-01-01'],
  ['ID=x\nVERSION_ID=1\nSUPPORT_END=2039-01-01', 'ID=x\nVERSION_ID=1\nSUPPORT_END=2027-01-01', '2027-01-01'],
  ['ID=x\nVERSION_ID=1\nSUPPORT_END=2039-01-01', null, undefined],
  ['ID=x\nVERSION_ID=2', 'ID=x\nVERSION_ID=1\nSUPPORT_END=2027-01-01', undefined],
  ['ID=y\nVERSION_ID=1', 'ID=x\nVERSION_ID=1\nSUPPORT_END=2027-01-01', undefined],
  [null, 'ID=x\nSUPPORT_END=2027-02-31', undefined],
  [null, 'ID=x\nSUPPORT_END=2027', undefined],
])('the maker’s last day: %j in /etc, %j in /usr: %s', async (etc, usr, end) => {
  const files = {
    ...(etc === null ? {} : { '/etc/os-release': etc }),
    ...(usr === null ? {} : { '/usr/lib/os-release': usr }),
  };
  const reading = await linuxOperatingSystem.read(createFakeSystem({ files }));
  expect('value' in reading && operatingSystemFactSchema.parse(reading.value).supportEnd).toBe(end);
});

test.each([
  ['10.15', '10.9', 1],
  ['12', '12.0.0', 0],
  ['22.04', '24.04', -1],
  ['12a', '12', null],
  ['', '1', null],
])('compare %s with %s', (left, right, expected) => {
  expect(compareVersions(left, right)).toBe(expected);
});

test('no text without an ID line reads as a system', () => {
  fc.assert(
    fc.property(anyText(), (text) => {
      fc.pre(!/^\s*ID=/m.test(text));
      expect(parseOsRelease(text)).toBeNull();
    }),
  );
});
