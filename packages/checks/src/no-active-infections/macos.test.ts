import fc from 'fast-check';
import { expect, test } from 'vitest';
import { judgeReading } from '../judge-reading.ts';
import { createFakeMac, type FakeMacOptions } from '../macos/fake-mac.ts';
import { readSample } from '../samples.ts';
import { noActiveInfections } from './definition.ts';
import { macosThreats } from './macos.ts';

const sample = (name: string) => readSample(import.meta.dirname, `mdatp-threats-${name}.json`, 'macos');

async function read(commands: FakeMacOptions['commands'] = {}) {
  const reading = await macosThreats.read(createFakeMac({ commands }));
  return judgeReading(noActiveInfections, reading, {}, { operatingSystem: 'macos', now: new Date(0) });
}

test.each([
  ['none', 'passed'],
  ['quarantined', 'passed'],
  ['active', 'failed'],
  ['old-and-failed', 'failed'],
  ['allowed', 'failed'],
  ['new-state', 'unknown'],
  ['cut', 'unknown'],
])('%s: %s', async (name, expected) => {
  expect((await read({ mdatp: sample(name) })).state).toBe(expected);
});

test('where no antivirus keeps a list there is nothing to judge', async () => {
  expect((await read({ ps: '1 /sbin/launchd\n' })).state).toBe('not-applicable');
});

test('a Defender that runs without its tool may know of threats: not known', async () => {
  const ps =
    '1 /sbin/launchd\n90 /Applications/Microsoft Defender.app/Contents/MacOS/wdavdaemon_enterprise.app/Contents/MacOS/wdavdaemon_enterprise\n';
  expect(await read({ ps })).toMatchObject({ state: 'unknown', reason: 'tool-missing' });
  expect((await read()).state).toBe('unknown');
});

test('no mangled answer passes', async () => {
  const anything = fc.oneof(
    fc.string(),
    fc.jsonValue().map((json) => JSON.stringify(json)),
  );
  await fc.assert(
    fc.asyncProperty(anything, async (text) => {
      fc.pre(!/^\s*\[\s*\]\s*$/.test(text));
      expect((await read({ mdatp: text })).state).not.toBe('passed');
    }),
  );
});
