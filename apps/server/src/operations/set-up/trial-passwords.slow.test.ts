import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { eq } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { runCommandLine } from '../../command-line/run-command-line.ts';
import { loadConfig } from '../config/config.ts';
import { applications, people } from '../../database/schema.ts';
import { DEMO_PEOPLE } from '../../subjects/people/trial-people.ts';
import { createSocketDesk } from '../../testing/administrators.ts';
import { hashPassword } from '../../subjects/people/passwords.ts';
import { type RunningServer, startServer } from '../../start-server.ts';
import { firstCompany } from '../../testing/companies.ts';
import { freePort } from '@vestibule/testing/free-port';
import { runFolder } from '@vestibule/testing/run-folder';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { Visitor } from '../../testing/visitor.ts';

const GATE = 'https://gate.example.com';
const WHO = ['--company-name', 'Alderbrook', '--login', 'ilse', '--name', 'Ilse Brandt', '--email', 'ilse@example.com'];
const MAIN = join(import.meta.dirname, '../../main.ts');

/** A trial whose work application was taken out, as anybody can. */
let trial: TestServer;

beforeAll(async () => {
  trial = await startTestServer({ databaseUrl: undefined });
  const company = await firstCompany(trial);
  const { database } = company.context;
  const [application] = await database.select().from(applications).where(eq(applications.companyId, company.id));
  const removed = await createSocketDesk(trial).call('adminRemoveApplication', {
    parameters: { applicationId: application?.id ?? '' },
  });
  if (removed.status !== 200) throw new Error('The work application could not be removed.');
});
afterAll(() => trial.close());

/** The trial's folder as it is now. */
async function copyTrial(): Promise<string> {
  const folder = await mkdtemp(join(runFolder(), 'trial-left-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  // The embedded database writes through: a copy while it runs would be one of a crash.
  await trial.context.database.execute('checkpoint');
  await cp(trial.dataFolder, folder, { recursive: true, filter: (path) => !/\.sock$|server\.lock/.test(path) });
  return folder;
}

async function setUp(folder: string, words: readonly string[]) {
  let [out, err] = ['', ''];
  const streams = {
    out: (said: string) => void (out += said),
    err: (said: string) => void (err += said.replaceAll(/\n\s*/g, ' ')),
    columns: undefined,
  };
  const code = await runCommandLine(['setup', '--url', GATE, ...words, '--data', folder], streams);
  return { code, out, err };
}

async function configure(folder: string) {
  const environment = { VESTIBULE_DATA: folder, PORT: String(await freePort()), VESTIBULE_PUBLIC_URL: GATE };
  const read = await loadConfig(environment);
  if (!read.ok) throw new Error(read.problems.join('\n'));
  return { environment, config: read.config };
}

async function start(folder: string): Promise<RunningServer> {
  const server = await startServer((await configure(folder)).config, pino({ level: 'silent' }));
  onTestFinished(() => server.close());
  return server;
}

const signIn = (server: RunningServer, login: string, password: string) =>
  new Visitor({ url: GATE, port: server.port, context: server.context }).ask('/api/online/v1/sign-in', {
    method: 'POST',
    body: { login, password },
  });

test('the trial’s data is the trial’s without its work application: its address is not changed', async () => {
  const folder = await copyTrial();
  for (const more of [['--change'], ['--change', '--dry-run'], [...WHO, '--yes']]) {
    const changed = await setUp(folder, more);
    expect([changed.code, changed.err]).toEqual([5, expect.stringContaining('--from-trial')]);
  }
  expect(await readdir(folder)).not.toContain('vestibule.json');
  const done = await setUp(folder, [...WHO, '--yes', '--from-trial']);
  expect([done.code, done.err]).toEqual([0, '']);
  const server = await start(folder);
  for (const { login, password } of DEMO_PEOPLE) {
    expect((await signIn(server, login, password)).body.code).toBe('credentials_wrong');
  }
});

test('no server starts with the trial’s passwords but the trial, and it says what to do', async () => {
  const folder = await copyTrial();
  const { environment } = await configure(folder);
  const env = { PATH: process.env['PATH'], LOG_LEVEL: 'silent', ...environment };
  const child = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  expect(code).toBe(1);
  for (const words of ['nadia, tomas', 'vestibule setup', '--from-trial', 'npm start']) expect(said).toContain(words);
  expect(said).not.toContain(DEMO_PEOPLE[0].password);
});

test('anyone who has chosen other passwords for them, or carried them over, starts', async () => {
  const { database } = trial.context;
  const passwordHash = await hashPassword('seven green kettles whistle');
  const before = await database.select().from(people);
  // Under another login the password is as well known.
  await database.update(people).set({ passwordHash }).where(eq(people.login, 'tomas'));
  await database.update(people).set({ login: 'nadia.keller' }).where(eq(people.login, 'nadia'));
  const why = await start(await copyTrial()).catch((error: unknown) => String(error));
  expect(why).toContain('nadia.keller');
  await database.update(people).set({ passwordHash }).where(eq(people.login, 'nadia.keller'));
  const folder = await copyTrial();
  for (const { id, login, passwordHash: old } of before) {
    await database.update(people).set({ login, passwordHash: old }).where(eq(people.id, id));
  }
  expect(await setUp(folder, ['--change'])).toMatchObject({ code: 0, err: '' });
  const server = await start(folder);
  expect((await signIn(server, 'tomas', 'seven green kettles whistle')).status).toBe(200);
});

test('the running trial takes no address beyond this computer for a company', async () => {
  const desk = createSocketDesk(trial);
  const publicUrl = 'http://gate.example.com:8080';
  const moved = await desk.call('adminUpdateCompany', { body: { publicUrl } });
  const added = await desk.call('adminCreateCompany', {
    body: { name: 'birch', displayName: 'Birch', topLevelDomain: 'birch.example', publicUrl },
  });
  for (const { status, body } of [moved, added]) {
    expect([status, body.code, body.message]).toEqual([400, 'request_malformed', expect.stringContaining('trial')]);
  }
});
