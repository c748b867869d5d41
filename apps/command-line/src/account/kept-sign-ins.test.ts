import { chmod, mkdtemp, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runFolder } from '@vestibule/testing/run-folder';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { findKept, forgetSignIn, keepSignIn } from './kept-sign-ins.ts';

const GATE = 'https://gate.alderbrook.example';
const OTHER = 'https://gate.larkfield.example';
const signIn = (login: string) => ({
  token: `vestibule-admin-${login.repeat(5)}`,
  name: 'command line on desk-7 (3f2a)',
  login,
  role: 'support' as const,
  companyName: 'Alderbrook',
  expiresAt: '2026-11-27T19:30:00.000Z',
});

let folder: string;
const file = () => join(folder, 'vestibule', 'sign-ins.json');

beforeEach(async () => {
  folder = await mkdtemp(join(runFolder(), 'kept-'));
  vi.stubEnv('XDG_CONFIG_HOME', folder);
});
afterEach(() => vi.unstubAllEnvs());

test('a sign-in is kept where only its person reads it, and meant where no gate is named', async () => {
  expect(await findKept(undefined)).toBeNull();
  expect(await keepSignIn(GATE, signIn('lena'))).toBe(file());
  await keepSignIn(OTHER, signIn('sven'));
  const modes = await Promise.all([join(folder, 'vestibule'), file()].map(async (path) => (await stat(path)).mode));
  expect(modes.map((mode) => (mode & 0o777).toString(8))).toEqual(['700', '600']);
  expect((await findKept(undefined))?.origin).toBe(OTHER);
  expect((await findKept(GATE))?.kept.login).toBe('lena');
  // A token is for the gate that gave it, and for no other name of it.
  expect(await findKept('https://gate.alderbrook.example:8443')).toBeNull();
  expect(await findKept('__proto__')).toBeNull();
  expect(await readdir(join(folder, 'vestibule'))).toEqual(['sign-ins.json']);
});

test('is forgotten whole, and another one is meant then', async () => {
  await keepSignIn(GATE, signIn('lena'));
  await keepSignIn(OTHER, signIn('sven'));
  await forgetSignIn(OTHER);
  expect(await readFile(file(), 'utf8')).not.toContain('sven');
  expect((await findKept(undefined))?.origin).toBe(GATE);
  await forgetSignIn(GATE);
  expect(await findKept(undefined)).toBeNull();
});

test('a file that others can read, or that is damaged, is refused, and never shown', async () => {
  await keepSignIn(GATE, signIn('lena'));
  await chmod(file(), 0o640);
  await expect(findKept(GATE)).rejects.toThrow(`chmod 600 ${file()}`);
  await chmod(file(), 0o600);
  await writeFile(file(), '{"current": "vestibule-admin-secret');
  await expect(findKept(GATE)).rejects.toThrow('is damaged');
  await expect(findKept(GATE)).rejects.not.toThrow('secret');
});
