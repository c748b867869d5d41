import { spawn } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { runFolder } from '@vestibule/testing/run-folder';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildCommandLine } from '../../../../scripts/build-command-line.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { runCommandLine } from './run-command-line.ts';
import type { Ran } from './testing/run-binary.ts';

let server: TestServer;
let folder: string;
let script: string;

beforeAll(async () => {
  // Far from the project: what it needs next to itself, it does not find here.
  folder = await mkdtemp(join(runFolder(), 'handed-out-'));
  [server, script] = await Promise.all([startTestServer(), buildCommandLine(join(folder, 'built'))]);
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

/** At the server's own command line. */
async function here(...words: string[]): Promise<Ran> {
  let [out, err] = ['', ''];
  const streams = {
    out: (said: string) => void (out += said),
    err: (said: string) => void (err += said),
    columns: undefined,
  };
  const code = await runCommandLine([...words, '--data', server.dataFolder], streams);
  return { code, out, err };
}

/** With nothing but the one script, in a process of its own. */
async function there(words: readonly string[], environment: Record<string, string> = {}): Promise<Ran> {
  const child = spawn(process.execPath, [script, ...words], {
    cwd: folder,
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((done) => child.once('close', done));
  const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { code, out, err };
}

describe('the command line that a help desk is handed', () => {
  test('is one script', async () => {
    expect(await readdir(join(folder, 'built'))).toEqual(['vestibule.mjs']);
  });

  test('answers as the server’s own does, with a token and within its role', async () => {
    const file = join(folder, 'desk.token');
    await here('token', 'create', 'desk', '--role', 'support', '--out', file);
    const place = { VESTIBULE_URL: server.url, VESTIBULE_TOKEN_FILE: file };
    const list = await there(['person', 'list'], place);
    expect(list).toEqual(await here('person', 'list'));
    expect(list.out).toContain('nadia');
    const refused = await there(['key', 'add', '--json'], place);
    expect([refused.code, JSON.parse(refused.out)]).toEqual([
      4,
      { error: expect.objectContaining({ code: 'role_missing' }) as unknown },
    ]);
  });

  test('says which gate it wants to be told, and has no way to a folder', async () => {
    const lost = await there(['status']);
    expect([lost.code, lost.out]).toEqual([2, '']);
    expect(lost.err).toContain('Say which gate: --url');
    expect(await there(['status', '--data', server.dataFolder])).toMatchObject({
      code: 2,
      err: expect.stringContaining("unknown option '--data'") as unknown,
    });
    expect(await there(['backup', folder])).toMatchObject({ code: 2 });
  });

  test('has in its help every command that it has, and what to do elsewhere', async () => {
    const { code, out } = await there(['--help']);
    expect(code).toBe(0);
    for (const word of ['person', 'device', 'support', 'access', 'audit', 'VESTIBULE_TOKEN_FILE', 'doctor, backup']) {
      expect(out).toContain(word);
    }
    expect(out.split('\n').filter((line) => line.length > 80)).toEqual([]);
  });
});
