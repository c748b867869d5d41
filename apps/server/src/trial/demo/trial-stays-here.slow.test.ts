import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '@vestibule/testing/free-port';
import { placeMigratedDatabase } from '../../testing/embedded-database.ts';
import { runFolder } from '@vestibule/testing/run-folder';

const MAIN = join(import.meta.dirname, '../../main.ts');

/** The server as `npm start` starts it. */
async function startTrial(
  environment: NodeJS.ProcessEnv,
  prepare: (folder: string) => Promise<void> = async () => undefined,
) {
  const folder = await mkdtemp(join(runFolder(), 'trial-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await prepare(folder);
  const port = await freePort();
  const env = {
    PATH: process.env['PATH'],
    PORT: String(port),
    VESTIBULE_DATA: folder,
    VESTIBULE_DEMO: '1',
    VESTIBULE_PUBLIC_URL: `http://localhost:${port}`,
    LOG_LEVEL: 'silent',
    ...environment,
  };
  const child = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
  return { child, folder, port };
}

test.each([
  ['a public address', { VESTIBULE_PUBLIC_URL: 'https://gate.example.com' }],
  ['every interface', { VESTIBULE_HOST: '0.0.0.0' }],
])('the trial ends at once where it is given %s, and has made nothing', async (_name, environment) => {
  const { child, folder } = await startTrial(environment);
  const [said, [code]] = await Promise.all([text(child.stderr ?? process.stdin), once(child, 'exit')]);
  expect([code, said]).toEqual([1, expect.stringContaining('the trial runs on this computer')]);
  expect(await readdir(folder)).toEqual([]);
});

test('the trial answers this computer, and no one at its other addresses', async () => {
  const { child, port } = await startTrial({}, placeMigratedDatabase);
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await once(child, 'exit');
  });
  await once(child, 'message');
  expect(await answers('127.0.0.1', port)).toBe(true);
  const others = Object.values(networkInterfaces()).flatMap((list = []) => list.filter(({ internal }) => !internal));
  for (const { address, family } of others) {
    if (family === 'IPv4') expect([address, await answers(address, port)]).toEqual([address, false]);
  }
  // On Linux the whole of 127.0.0.0/8 is this computer: an address that was not named must not answer either.
  if (process.platform === 'linux') expect(await answers('127.0.0.2', port)).toBe(false);
});

function answers(host: string, port: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect({ host, port, timeout: 3000 });
    const end = (isAnswered: boolean) => {
      socket.destroy();
      done(isAnswered);
    };
    socket.once('connect', () => end(true));
    socket.once('error', () => end(false));
    socket.once('timeout', () => end(false));
  });
}
