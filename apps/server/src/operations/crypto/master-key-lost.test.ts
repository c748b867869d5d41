import { randomBytes } from 'node:crypto';
import { findAuditEntries } from '../../repositories/audit-log.ts';
import { chmod, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { runCommandLine } from '../../command-line/run-command-line.ts';
import { auditEntries } from '../../database/schema.ts';
import { createDesk, createSocketDesk, openDesk, plantToken } from '../../testing/administrators.ts';
import { firstCompany } from '../../testing/companies.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let key: string;
let lines: { readonly level: number; readonly msg: string; readonly masterKey?: string }[];
let logged: string;

beforeEach(async () => {
  [lines, logged] = [[], ''];
  const write = (line: string) => {
    logged += line;
    lines.push(JSON.parse(line) as (typeof lines)[number]);
  };
  server = await startTestServer({ logger: pino({ level: 'info' }, { write }) });
  key = await readFile(file(), 'utf8');
});
afterEach(() => server.close());

const file = () => join(server.dataFolder, 'master.key');
const told = () => lines.filter(({ level, masterKey }) => level >= 50 && masterKey !== undefined);
const other = () => randomBytes(32).toString('base64');

/** As someone types it on the server. */
async function type(...words: string[]) {
  let [out, err] = ['', ''];
  const code = await runCommandLine([...words, '--data', server.dataFolder], {
    out: (text) => void (out += text),
    err: (text) => void (err += text),
    columns: undefined,
  });
  return { code, out: out.replaceAll(/\s+/g, ' '), err };
}

describe.each([
  ['deleted', 'missing', async () => rm(file()), 'is gone'],
  ['another one', 'changed', async () => writeFile(file(), other()), 'is not the one this server started with'],
] as const)('a master key that is %s while the server runs', (_, state, spoil, words) => {
  test('is noticed: in the log, by status, and as a failure of the doctor', async () => {
    expect((await type('status')).out).not.toContain('master key');
    expect((await type('doctor', '--url', server.url)).code).toBe(0);
    await spoil();
    const status = await type('status');
    expect(status.out).toContain(`${words}. This server still has it in memory`);
    expect(status.out).toContain('vestibule master-key restore');
    const doctor = await type('doctor', '--url', server.url);
    expect([doctor.code, doctor.out]).toEqual([5, expect.stringMatching(new RegExp(`✗ Master key: .*${words}`))]);
    await expect.poll(told).toMatchObject([{ masterKey: state, msg: expect.stringContaining('Do not stop') }]);
  });

  test('is written back from the memory of the server, by its socket, with an entry', async () => {
    await spoil();
    const dry = await type('master-key', 'restore', '--dry-run');
    expect([dry.code, dry.out]).toEqual([0, expect.stringContaining('Dry run')]);
    expect((await createSocketDesk(server).call('adminStatus')).body.masterKey).toBe(state);
    const restored = await type('master-key', 'restore');
    expect([restored.code, restored.out]).toEqual([0, expect.stringContaining(`in ${file()} again`)]);
    expect(await readFile(file(), 'utf8')).toBe(key);
    expect((await stat(file())).mode & 0o777).toBe(0o600);
    expect((await type('status')).out).not.toContain('master key');
    const [entry] = await findAuditEntries(server.context.database, eq(auditEntries.action, 'master-key'));
    expect(entry).toMatchObject({ outcome: 'done', actor: 'local command line', target: file() });
    for (const text of [restored.out, dry.out, logged, JSON.stringify(entry)]) expect(text).not.toContain(key);
  });

  test('keeps a backup from being made that no one could read', async () => {
    await spoil();
    const desk = createSocketDesk(server);
    const begun = await desk.call('adminCreateBackup', { body: { passphrase: 'a long enough passphrase' } });
    const parameters = { backupId: begun.body.backupId };
    await expect
      .poll(async () => (await desk.call('adminBackup', { parameters })).body)
      .toMatchObject({ state: 'failed', code: 'master_key_missing' });
  });
});

test('another key that stood there is kept, as it may be the only one of another installation', async () => {
  const strange = other();
  await writeFile(file(), strange);
  const { out } = await type('master-key', 'restore', '--json');
  const aside = (await readdir(server.dataFolder)).find((name) => name.startsWith('master.key.other-')) ?? '';
  expect(JSON.parse(out)).toMatchObject({ path: file(), movedTo: join(server.dataFolder, aside) });
  expect(await readFile(join(server.dataFolder, aside), 'utf8')).toBe(strange);
});

test('a key that is in its place is left alone', async () => {
  await chmod(file(), 0o400);
  expect((await type('master-key', 'restore')).out).toContain('Nothing to change');
  expect((await stat(file())).mode & 0o777).toBe(0o400);
});

test('it is never written back for a session or a token, and neither learns how the key is', async () => {
  await rm(file());
  const company = await firstCompany(server);
  const token = createDesk(company, await plantToken(company));
  for (const desk of [await openDesk(company, 'administrator'), token]) {
    expect(await desk.call('adminRestoreMasterKey')).toMatchObject({ status: 403, body: { code: 'role_missing' } });
    const { body } = await desk.call('adminStatus');
    expect([body.masterKey, body.warnings.join(' ').includes('master key')]).toEqual([null, false]);
  }
  expect((await createSocketDesk(server).call('adminStatus')).body.masterKey).toBe('missing');
});

test('where it cannot be written, the reason is told', async () => {
  const moved = `${server.dataFolder}-moved`;
  await rename(server.dataFolder, moved);
  try {
    const refused = await createSocketDesk({ dataFolder: moved }).call('adminRestoreMasterKey');
    expect(refused).toMatchObject({ status: 409, body: { code: 'not_possible' } });
    expect(refused.body.message).toMatch(/could not be written: ENOENT.*do this again/);
  } finally {
    await rename(moved, server.dataFolder);
  }
});
