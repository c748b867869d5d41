import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readRegistrations, register } from './registrations.ts';

const siloData = { id: 'eu', clientDownloadBasePath: 'https://d.example', endpoints: ['https://e.example'] };
const fciUserInfo = { userId: '7', login: 'nadia' };
let state: { readonly path: string; readonly isUsual: boolean };

beforeEach(async () => {
  state = { path: await mkdtemp(join(tmpdir(), 'vestibule-registrations-')), isUsual: false };
});

afterEach(() => rm(state.path, { recursive: true, force: true }));

test('what one portal registered stays with it, next to what others did', async () => {
  await register(state, 'https://a.example', { siloData });
  await register(state, 'https://a.example', { fciUserInfo });
  await register(state, 'https://b.example', { fciUserInfo });
  expect(await readRegistrations(state)).toEqual({
    'https://a.example': { siloData, fciUserInfo },
    'https://b.example': { fciUserInfo },
  });
});

test('a damaged file is no registration, and the next one mends it', async () => {
  await writeFile(join(state.path, 'registrations.json'), '{');
  expect(await readRegistrations(state)).toEqual({});
  await register(state, 'https://a.example', { siloData });
  expect(await readRegistrations(state)).toEqual({ 'https://a.example': { siloData } });
});
