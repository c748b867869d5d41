import { anyText } from '@vestibule/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { judgeReading } from '../judge-reading.ts';
import { createFakeMac, type FakeMacOptions } from '../macos/fake-mac.ts';
import { readSample } from '../samples.ts';
import { passwordSet } from './definition.ts';
import { macosSignInSecret } from './macos.ts';

const LOGIN_WINDOW = '/Library/Preferences/com.apple.loginwindow.plist';
const sample = (name: string) => readSample(import.meta.dirname, name, 'macos');
const usual = { [LOGIN_WINDOW]: sample('loginwindow-usual.plist') };
const automatic = { [LOGIN_WINDOW]: sample('loginwindow-automatic.plist') };
const on = { fdesetup: 'FileVault is On.\n' };
const off = { fdesetup: 'FileVault is Off.\n' };
const account = (name: string) => ({ dscl: sample(`dscl-${name}.plist`) });

async function read(options: FakeMacOptions, parameters: unknown = {}) {
  const reading = await macosSignInSecret.read(createFakeMac(options));
  return judgeReading(passwordSet, reading, parameters, { operatingSystem: 'macos', now: new Date(0) });
}

test.each([
  ['FileVault', usual, on, 'passed', 'set'],
  ['FileVault, with which no one is signed in by itself', automatic, on, 'passed', 'set'],
  ['a secure token', usual, { ...off, ...account('secure-token') }, 'passed', 'set'],
  ['an account of a directory', usual, { ...off, ...account('directory') }, 'passed', 'set'],
  ['an automatic sign-in', automatic, { ...off, ...account('secure-token') }, 'failed', 'automatic'],
  [
    'an automatic sign-in of an account that is not known',
    automatic,
    { ...off, ...account('plain') },
    'failed',
    'automatic',
  ],
  ['an automatic sign-in where nothing else answers', automatic, {}, 'failed', 'automatic'],
  ['an account without a mark', usual, { ...off, ...account('plain') }, 'unknown', 'notTold'],
  ['a name made to look like a mark', usual, { ...off, ...account('name-like-a-mark') }, 'unknown', 'notTold'],
  [
    'no such account',
    usual,
    { ...off, dscl: { code: 56, stderr: sample('dscl-missing.txt') } },
    'unknown',
    'unknownText',
  ],
  [
    'a drive that is being decrypted',
    usual,
    { fdesetup: 'FileVault is On.\nDecryption in progress: Pending\n' },
    'unknown',
    'unknownText',
  ],
])('%s', async (_, lists, commands, state, key) => {
  const judged = await read({ lists, commands });
  expect([judged.state, judged.message.key]).toEqual([state, key]);
});

test('a profile against automatic sign-in wins over a name that was left behind', async () => {
  const profiles = { 'com.apple.login.mcx': sample('profile-no-automatic.plist') };
  const commands = { ...off, ...account('secure-token') };
  expect((await read({ lists: automatic, profiles, commands })).state).toBe('passed');
});

test('policy may allow automatic sign-in, and then the account itself counts', async () => {
  const allowed = { allowAutomaticSignIn: true };
  expect((await read({ lists: automatic, commands: { ...off, ...account('secure-token') } }, allowed)).state).toBe(
    'passed',
  );
  expect((await read({ lists: automatic, commands: { ...off, ...account('plain') } }, allowed)).state).toBe('unknown');
});

test('settings that cannot be read are unknown, even with FileVault', async () => {
  const odd = { [LOGIN_WINDOW]: sample('loginwindow-automatic-odd.plist') };
  expect((await read({ lists: odd, commands: on })).state).toBe('unknown');
  const closed = { [LOGIN_WINDOW]: { ok: false, reason: 'access-denied', detail: '' } as const };
  expect((await read({ files: closed, commands: on })).reason).toBe('access-denied');
});

test('no empty password is ever tried, and a strange name of an account is not asked for', async () => {
  const mac = createFakeMac({
    user: { id: 501, name: '-authonly nadia', home: '/Users/nadia' },
    lists: usual,
    commands: { ...off, ...account('secure-token') },
  });
  expect(await macosSignInSecret.read(mac)).toMatchObject({ unavailable: 'not-supported' });
  expect(mac.ran.filter((line) => line.startsWith('dscl'))).toEqual([]);
  const usualMac = createFakeMac({ lists: usual, commands: { ...off, ...account('plain') } });
  await macosSignInSecret.read(usualMac);
  expect(usualMac.ran.filter((line) => line.startsWith('dscl'))).toEqual([
    'dscl -plist . -read /Users/nadia AuthenticationAuthority',
  ]);
});

test('no mangled answer passes', async () => {
  await fc.assert(
    fc.asyncProperty(anyText(), async (text) => {
      expect((await read({ lists: usual, commands: { fdesetup: text, diskutil: text, dscl: text } })).state).toBe(
        'unknown',
      );
      expect((await read({ lists: { [LOGIN_WINDOW]: text }, commands: on })).state).toBe('unknown');
    }),
    { numRuns: 50 },
  );
});
