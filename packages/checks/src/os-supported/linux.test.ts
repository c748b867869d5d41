import { anyText } from '@vestibule/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createFakeSystem } from '../fake-system.ts';
import { judgeReading } from '../judge-reading.ts';
import { readSample } from '../samples.ts';
import { compareVersions } from '../version-number.ts';
import { osSupported } from './definition.ts';
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
  ['derivative-not-listed', 'failed'],
])('%s: %s', async (name, expected) => {
  expect((await read(readSample(import.meta.dirname, `${name}.txt`))).state).toBe(expected);
});

test('policy decides which distributions and versions are good enough', async () => {
  const text = readSample(import.meta.dirname, 'ubuntu-24.04.txt');
  expect((await read(text, { minimumLinux: { ubuntu: '26.04' } })).message.key).toBe('tooOld');
  expect((await read(text, { minimumLinux: { debian: 'any' } })).message.key).toBe('notListed');
  expect((await read('ID=constructor\n')).state).toBe('failed');
});

test('a system without the file is unknown; the packaged copy is taken', async () => {
  expect(await linuxOperatingSystem.read(createFakeSystem())).toMatchObject({ unavailable: 'not-supported' });
  const files = { '/usr/lib/os-release': 'ID=debian\nVERSION_ID=12' };
  expect(await linuxOperatingSystem.read(createFakeSystem({ files }))).toMatchObject({ value: { version: '12' } });
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
