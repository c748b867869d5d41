import { anyText } from '@vestibule/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { judgeReading } from '../judge-reading.ts';
import { createFakeMac } from '../macos/fake-mac.ts';
import { readSample } from '../samples.ts';
import { osSupported } from './definition.ts';
import { macosOperatingSystem } from './macos.ts';

const sample = (name: string) => readSample(import.meta.dirname, `${name}.txt`, 'macos');

async function read(text: string, parameters: unknown = {}) {
  const reading = await macosOperatingSystem.read(createFakeMac({ commands: { sw_vers: text } }));
  return judgeReading(osSupported, reading, parameters, {
    operatingSystem: 'macos',
    now: new Date('2026-11-24T09:00:00Z'),
  });
}

test.each([
  ['big-sur-11', 'failed', 'macOS 11.7.11 (20G1443)'],
  ['ventura-13', 'failed', 'macOS Ventura 13.7.8 (22H730)'],
  ['sonoma-14', 'failed', 'macOS Sonoma 14.8.9 (23J433)'],
  ['sequoia-15', 'passed', 'macOS Sequoia 15.7.9 (24G720)'],
  ['tahoe-26', 'passed', 'macOS Tahoe 26.5 (25F80)'],
  ['tahoe-26-improved', 'passed', 'macOS Tahoe 26.6.2 (a) (25G210)'],
  ['golden-gate-27', 'passed', 'macOS Golden Gate 27.0 (26A428)'],
  ['compatibility-10.16', 'unknown', 'sw_vers: not a version of macOS'],
  ['cut', 'unknown', 'sw_vers: not a version of macOS'],
])('%s: %s', async (name, state, found) => {
  expect(await read(sample(name))).toMatchObject({ state, found });
});

test('versions jump from 15 to 26 and are compared as numbers', async () => {
  expect((await read(sample('sequoia-15'), { minimumMacos: '26' })).state).toBe('failed');
  expect((await read(sample('tahoe-26'), { minimumMacos: '26.5' })).state).toBe('passed');
  expect((await read(sample('tahoe-26'), { minimumMacos: '26.10' })).state).toBe('failed');
});

test('a computer without the tool is unknown', async () => {
  expect(await macosOperatingSystem.read(createFakeMac())).toMatchObject({ unavailable: 'tool-missing' });
});

test('no text without its labels passes', async () => {
  await fc.assert(
    fc.asyncProperty(anyText(), async (text) => {
      fc.pre(!text.includes('ProductVersion:'));
      expect((await read(text)).state).toBe('unknown');
    }),
  );
  const text = sample('tahoe-26');
  for (let length = 0; length < text.indexOf('BuildVersion:\t\t25F'); length += 1) {
    expect((await read(text.slice(0, length))).state).toBe('unknown');
  }
});
