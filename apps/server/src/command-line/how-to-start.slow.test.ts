import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { runFolder } from '@vestibule/testing/run-folder';
import { runCommandLine } from './run-command-line.ts';

afterEach(() => vi.unstubAllEnvs());

test.each([
  ['', 'npx node apps/server/src/main.ts', 'docker compose'],
  ['/data', 'docker compose up --detach\n  docker compose exec server vestibule doctor\n', 'npx'],
])('a set-up says how to go on where it runs: %j', async (data, wanted, unwanted) => {
  vi.stubEnv('VESTIBULE_DATA', data);
  vi.stubEnv('VESTIBULE_HOST', data === '' ? '' : '0.0.0.0');
  vi.stubEnv('DATABASE_URL', '');
  const folder = await mkdtemp(join(runFolder(), 'container-'));
  let said = '';
  const write = (text: string) => void (said += text);
  const words = [
    ...['setup', '--url', 'https://gate.example.com', '--behind-proxy', '172.30.4.2', '--company-name', 'Example'],
    ...['--login', 'ilse', '--name', 'Ilse Brandt', '--email', 'ilse@example.com', '--yes', '--data', folder],
  ];
  expect(await runCommandLine(words, { out: write, err: write, columns: undefined })).toBe(0);
  expect(said).toContain(wanted);
  expect(said).not.toContain(unwanted);
  said = '';
  const change = ['setup', '--change', '--url', 'https://gate.example.org', '--data', folder];
  expect(await runCommandLine(change, { out: write, err: write, columns: undefined })).toBe(0);
  expect(said).toContain('Start the server again');
  expect(said.includes('docker compose restart server')).toBe(data !== '');
  await rm(folder, { recursive: true, force: true });
});
