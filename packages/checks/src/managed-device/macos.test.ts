import { anyText } from '@vestibule/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { judgeReading } from '../judge-reading.ts';
import { createFakeMac, type FakeMacOptions } from '../macos/fake-mac.ts';
import { readSample } from '../samples.ts';
import { managedDevice } from './definition.ts';
import { macosManagement } from './macos.ts';
import { renderText } from '../render-text.ts';

const sample = (name: string) => readSample(import.meta.dirname, `enrollment-${name}.txt`, 'macos');

async function read(profiles: NonNullable<FakeMacOptions['commands']>[string] | undefined, parameters: unknown = {}) {
  const commands = profiles === undefined ? {} : { 'profiles status -type enrollment': profiles };
  const reading = await macosManagement.read(createFakeMac({ commands }));
  return judgeReading(managedDevice, reading, parameters, { operatingSystem: 'macos', now: new Date(0) });
}

test.each([
  ['none', 'failed', 'No management service'],
  ['bought-but-not-enrolled', 'failed', 'No management service'],
  ['approved', 'passed', 'Jamf Pro'],
  ['approved-by-hand', 'passed', 'Microsoft Intune'],
  ['own-server', 'passed', 'MDM (mdm.example.org)'],
  ['server-with-a-borrowed-name', 'passed', 'MDM (jamfcloud.com.example.org)'],
  ['short', 'passed', 'MDM'],
  ['not-approved', 'failed', 'MDM (mdm.example.org), not working'],
  ['two-answers', 'unknown', undefined],
  ['error', 'unknown', undefined],
])('%s: %s', async (name, state, found) => {
  const judged = await read(sample(name));
  expect(judged.state).toBe(state);
  if (found !== undefined) expect(renderText(managedDevice, judged.found)).toBe(found);
});

test('policy names the services it accepts; a server that borrows a name is none of them', async () => {
  const jamf = { services: ['jamf'] };
  expect((await read(sample('approved'), jamf)).state).toBe('passed');
  expect((await read(sample('own-server'), jamf)).state).toBe('failed');
  expect((await read(sample('server-with-a-borrowed-name'), jamf)).state).toBe('failed');
});

test.each([
  [undefined, 'tool-missing'],
  [{ ok: false, reason: 'timed-out', detail: '' } as const, 'timed-out'],
  [{ code: 1, stderr: 'profiles: this command requires root privileges' }, 'access-denied'],
])('%j is unknown: %s', async (answer, reason) => {
  expect((await read(answer)).reason).toBe(reason);
});

test('no mangled answer passes', async () => {
  await fc.assert(
    fc.asyncProperty(anyText(), async (text) => {
      fc.pre(!text.includes('MDM enrollment'));
      expect((await read(text)).state).toBe('unknown');
    }),
  );
  const none = sample('none');
  await fc.assert(
    fc.asyncProperty(fc.nat(none.length), fc.nat(30), async (at, cut) => {
      expect((await read(none.slice(0, at) + none.slice(at + cut))).state).not.toBe('passed');
    }),
  );
});
