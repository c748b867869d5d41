import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { hasSoftwareTpm, type SoftwareTpm, startSoftwareTpm } from '../keys/testing/software-tpm.ts';
import { openConnection } from '../network/connection.ts';
import { openWeb } from '../network/web.ts';
import { openDevice } from '../state/device.ts';
import { openLocalSystem } from '../system/local-system.ts';
import { runCli } from './run-cli.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vestibule-keys-'));
  await mkdir(join(folder, 'root/dev'), { recursive: true });
});

afterEach(() => rm(folder, { recursive: true, force: true }));

const state = () => ({ path: join(folder, 'state'), isUsual: false });
const system = () =>
  openLocalSystem({ rootFolder: join(folder, 'root'), environment: { HOME: folder }, now: () => new Date() });

/** Types a command and gives what is printed and complained. */
async function type(
  words: readonly string[],
  agrees = false,
): Promise<{ readonly code: number; readonly text: string }> {
  const lines: string[] = [];
  const code = await runCli(words, {
    program: { code: import.meta.filename, launcher: null },
    state: state(),
    system: system(),
    terminal: {
      print: (line) => lines.push(line),
      complain: (line) => lines.push(line),
      confirm: async () => agrees,
    },
    developmentHelp: [],
    web: async () => openWeb(openConnection(async () => ({}))),
    random: () => 0,
  });
  return { code, text: lines.join('\n') };
}

const stored = () => readFile(join(folder, 'state/device.json'), 'utf8');

test('before there are keys, what makes them is named', async () => {
  expect(await type(['keys'])).toEqual({ code: 1, text: expect.stringContaining('`workplace install` makes them') });
});

test('a file says why it is one, and new keys are made only for who agrees', async () => {
  await openDevice(state(), system());
  expect((await type(['keys'])).text).toMatch(/^Keys of device .*\nKept in a file: this computer has no TPM 2\.0/);
  expect(JSON.parse((await type(['keys', '--json'])).text)).toMatchObject({ keyProtection: 'file' });
  const before = await stored();
  expect(await type(['keys', '--renew'])).toMatchObject({ code: 1, text: expect.stringContaining('Nothing was') });
  expect(await stored()).toBe(before);
  const renewed = await type(['keys', '--renew'], true);
  expect(renewed).toEqual({ code: 0, text: expect.stringMatching(/^New keys of device .*, in a file\.\nNext: close/) });
  expect(await stored()).not.toBe(before);
});

describe.skipIf(!hasSoftwareTpm)('with a TPM', () => {
  let tpm: SoftwareTpm;

  beforeEach(async () => {
    tpm = await startSoftwareTpm(join(folder, 'root/dev/tpmrm0'));
    await openDevice(state(), system());
  });

  afterEach(() => tpm.stop());

  test('keys and doctor say that the keys are in it', async () => {
    expect((await type(['keys'])).text).toContain(`Kept in this computer's TPM (${tpm.path})`);
    expect((await type(['doctor'])).text).toMatch(/ok {4}Keys of device .*, kept in this computer's TPM/);
  });

  test('one that was cleared is a fault with its way out, which works', async () => {
    await tpm.clear();
    const told = 'The TPM does not know the keys: it was cleared, or they came from another computer.';
    expect(await type(['keys'])).toEqual({ code: 1, text: expect.stringContaining(told) });
    const doctor = await type(['doctor']);
    expect(doctor.text).toContain(`FIX   ${told} Run: workplace keys --renew.`);
    expect((await type(['keys', '--renew', '--yes'])).text).toContain("in this computer's TPM");
    expect((await type(['keys'])).code).toBe(0);
  });
});
