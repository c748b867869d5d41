import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildCommandLine } from './build-command-line.ts';

const run = promisify(execFile);
let folder: string;
let script: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'command-line-'));
  script = await buildCommandLine(folder);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs it by a Node that calls itself so. */
const runAs = (node: string) => {
  const versions = `{...process.versions,node:'${node}'}`;
  const pretence = `data:text/javascript,Object.defineProperty(process,'versions',{value:${versions}})`;
  return run(process.execPath, ['--import', pretence, script, '--version']);
};

test('the command line that is handed out says in a sentence that Node is too old', async () => {
  const refused = await runAs('20.20.2').catch((error: unknown) => error);
  expect(refused).toMatchObject({
    code: 2,
    stderr:
      'vestibule needs Node 22 or newer, and this is 20.20.2. Install a newer one from nodejs.org, and run the same command again.\n',
  });
  expect((await runAs('22.12.0')).stdout).toMatch(/^3\./);
});
