import { expect, test } from 'vitest';
import { judgeReading } from '../judge-reading.ts';
import { createSampleWindows } from '../windows/sample-system.ts';
import { passwordSet } from './definition.ts';
import { windowsSignInSecret } from './windows.ts';

async function read(name: string, parameters: unknown = {}) {
  const system = createSampleWindows(import.meta.dirname, name);
  const reading = await windowsSignInSecret.read(system);
  const judged = judgeReading(passwordSet, reading, parameters, { operatingSystem: 'windows', now: new Date(0) });
  return { ...judged, ran: system.ran };
}

test.each([
  ['microsoft-account', 'passed', 'set'],
  ['domain-account', 'passed', 'set'],
  ['entra-account', 'passed', 'set'],
  ['automatic-off', 'passed', 'set'],
  ['automatic-ignored', 'passed', 'set'],
  ['automatic-without-a-user', 'passed', 'set'],
  ['automatic-for-microsoft-account', 'failed', 'automatic'],
  ['local-account-automatic', 'failed', 'automatic'],
])('%s: %s, %s', async (name, state, key) => {
  const judged = await read(name);
  expect([judged.state, judged.message.key]).toEqual([state, key]);
});

test.each([
  ['local-account', 'not-supported'],
  ['another-persons-desktop', 'no-session'],
  ['account-not-listed', 'unexpected-output'],
  ['accounts-module-missing', 'not-supported'],
])('%s is unknown: %s', async (name, reason) => {
  const judged = await read(name);
  expect([judged.state, judged.reason]).toEqual(['unknown', reason]);
});

test('no sign-in with an empty password is ever tried', async () => {
  expect((await read('local-account')).ran).toEqual([]);
});

test('policy may allow automatic sign-in; a password that is not told stays unknown', async () => {
  expect((await read('automatic-for-microsoft-account', { allowAutomaticSignIn: true })).state).toBe('passed');
  expect((await read('local-account-automatic', { allowAutomaticSignIn: true })).state).toBe('unknown');
});
