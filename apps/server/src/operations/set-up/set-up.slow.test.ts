import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { runBinary } from '../../command-line/testing/run-binary.ts';
import { runCommandLine } from '../../command-line/run-command-line.ts';
import { loadConfig } from '../config/config.ts';
import { DEMO_PEOPLE } from '../../subjects/people/trial-people.ts';
import { type RunningServer, startServer } from '../../start-server.ts';
import { configure, firstCompany } from '../../testing/companies.ts';
import { placeMigratedDatabase } from '../../testing/embedded-database.ts';
import { freePort } from '@vestibule/testing/free-port';
import { type PostgresServer, startPostgres } from '../../testing/postgres.ts';
import { runFolder } from '@vestibule/testing/run-folder';
import { send } from '../../testing/send.ts';
import { startTestServer } from '../../testing/test-server.ts';
import { Visitor } from '../../testing/visitor.ts';

const GATE = 'https://gate.example.com';
const WHO = ['--company-name', 'Alderbrook', '--login', 'ilse', '--name', 'Ilse Brandt', '--email', 'ilse@example.com'];
const BINARY = join(import.meta.dirname, '../../../bin/vestibule.js');

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(runFolder(), 'set-up-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function run(folder: string, words: readonly string[], answers?: readonly string[]) {
  let [out, err] = ['', ''];
  const left = [...(answers ?? [])];
  const streams = {
    out: (text: string) => void (out += text),
    err: (text: string) => void (err += text.replaceAll(/\n\s*/g, ' ')),
    columns: undefined,
    ...(answers === undefined ? {} : { ask: async () => left.shift() ?? '' }),
  };
  const code = await runCommandLine(['setup', ...words, '--data', folder], streams);
  return { code, out, err, link: /^\S+#invitation=([\w-]{43})$/m.exec(out)?.[1] ?? '' };
}

/** The server as its administrator would start it, but for its port. */
async function start(folder: string, environment: NodeJS.ProcessEnv = {}): Promise<RunningServer> {
  const port = String(await freePort());
  const read = await loadConfig({ ...environment, VESTIBULE_DATA: folder, PORT: port, VESTIBULE_HOST: '127.0.0.1' });
  if (!read.ok) throw new Error(read.problems.join('\n'));
  const server = await startServer(read.config, pino({ level: 'silent' }));
  return server;
}

function visit(server: RunningServer, url = GATE): Visitor {
  return new Visitor({ url, port: server.port, context: server.context });
}

/** Opens the link, as its page does. */
const accept = (visitor: Visitor, token: string) =>
  visitor.ask<{ code?: string }>('/api/online/v1/invitation/accept', {
    method: 'POST',
    body: {
      token,
      displayName: 'Ilse Brandt',
      isEulaAccepted: true,
      secret: { kind: 'password', password: 'a long enough sentence' },
    },
  });

describe('an installation that was set up', () => {
  let folder: string;
  let server: RunningServer;
  let link: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(runFolder(), 'set-up-'));
    await placeMigratedDatabase(folder);
    const support = ['--support-phone', '+49 30 5550142', '--support-email', 'help@example.com'];
    const ran = await run(folder, ['--url', GATE, '--behind-proxy', '127.0.0.1', ...WHO, ...support, '--yes']);
    if (ran.code !== 0) throw new Error(ran.err);
    link = ran.link;
    server = await start(folder);
    // The library of OpenID Connect speaks of the runtime at its first use, which is no test's.
    await send(`${GATE}/oidc/.well-known/openid-configuration`, {}, server.port);
  });
  afterAll(async () => {
    await server.close();
    await rm(folder, { recursive: true });
  });

  test('is left alone by what it does not change, and says so', async () => {
    const named = await run(folder, ['--change', '--company-name', 'Foo']);
    expect([named.code, named.err]).toEqual([2, expect.stringContaining('vestibule company set --display-name')]);
  });

  test('lets its administrator in by the link, once, with a cookie that is sent over https alone', async () => {
    const visitor = visit(server);
    const accepted = await accept(visitor, link);
    expect([accepted.status, accepted.body.code]).toEqual([201, undefined]);
    expect(accepted.headers.getSetCookie().join('\n')).toMatch(/^__Host-vestibule-session=.*; Secure/m);
    expect((await accept(visit(server), link)).body.code).toBe('invitation_unknown');
    const company = await server.context.companies.only();
    expect(company).toMatchObject({
      publicUrl: GATE,
      company: { name: 'alderbrook', support: { phone: '+49 30 5550142', email: 'help@example.com' } },
    });
  });

  test.each([
    ["a host that is no one's", { host: 'evil.example' }],
    ["a forwarded host that is no one's", { 'x-forwarded-host': 'evil.example' }],
    [
      'a forwarded host behind the real one',
      { host: 'evil.example', 'x-forwarded-host': 'gate.example.com, evil.example' },
    ],
    ['this computer’s own name', { host: 'localhost' }],
  ] as Visits)('serves nothing at %s', async (_name, headers) => {
    for (const path of [
      '/saml/metadata',
      '/.well-known/openid-configuration',
      '/online/',
      '/api/online/v1/support/public-info',
    ]) {
      const { status, text } = await send(`${GATE}${path}`, { headers }, server.port);
      expect([path, status]).toEqual([path, 421]);
      expect(text).not.toContain('evil');
    }
  });

  test.each([
    ['another scheme', { 'x-forwarded-proto': 'http' }],
    ['a path in front', { 'x-forwarded-prefix': '/evil.example', 'x-original-url': '/evil.example' }],
    ['another host in the newer header', { forwarded: 'host=evil.example;proto=http' }],
    ['another port', { 'x-forwarded-port': '6666' }],
    ['another referrer', { referer: 'https://evil.example/' }],
  ] as Visits)('derives every address from its own, whatever a request says: %s', async (_name, headers) => {
    for (const path of [
      '/saml/metadata',
      '/oidc/.well-known/openid-configuration',
      '/.well-known/openid-configuration',
    ]) {
      const { status, text, headers: got } = await send(`${GATE}${path}`, { headers }, server.port);
      const said = `${text}\n${[...got].join('\n')}`;
      expect(said).not.toMatch(/evil|:6666/);
      expect(said.match(/http:\/\/gate\.example\.com/g)).toBeNull();
      if (status === 200) expect(text).toContain(GATE);
    }
    expect((await send(`${GATE}/saml/metadata`, { headers }, server.port)).text).toContain(
      `entityID="${GATE}/saml/metadata"`,
    );
  });

  test('is not set up a second time, and says how to go on', async () => {
    const before = await readFile(join(folder, 'vestibule.json'), 'utf8');
    await server.close();
    const again = await run(folder, ['--url', 'https://other.example.com', ...WHO, '--yes']);
    expect([again.code, again.out]).toEqual([5, '']);
    expect(again.err).toContain('is set up already, for Alderbrook. To change its address or certificate: --change.');
    const dry = await run(folder, ['--url', 'https://other.example.com', ...WHO, '--yes', '--dry-run']);
    expect([dry.code, dry.err]).toEqual([5, again.err]);
    expect(await readFile(join(folder, 'vestibule.json'), 'utf8')).toBe(before);

    const changed = await run(folder, ['--change', '--url', 'https://other.example.com', '--json']);
    expect(JSON.parse(changed.out)).toMatchObject({
      from: GATE,
      to: 'https://other.example.com',
      company: 'alderbrook',
    });
    const same = await run(folder, ['--change']);
    expect([same.code, same.out]).toEqual([0, 'Nothing to change: it is so already.\n']);
    server = await start(folder);
    const metadata = await send('https://other.example.com/saml/metadata', {}, server.port);
    expect(metadata.text).toContain('entityID="https://other.example.com/saml/metadata"');
    expect((await send(`${GATE}/saml/metadata`, {}, server.port)).status).toBe(421);
  });

  test('is not changed under a running server', async () => {
    // In a process of its own: the lock names its holder by process.
    const changed = await runBinary(['setup', '--change', '--url', GATE, '--data', folder]);
    expect([changed.code, changed.out]).toEqual([5, '']);
    expect(changed.err.replaceAll(/\s+/g, ' ')).toContain('in use by another Vestibule server');
  });
});

type Visits = readonly [string, Record<string, string>][];

describe('setting up', () => {
  test('asks anyone who sits there, and suggests what it can', async () => {
    const folder = await makeFolder();
    await placeMigratedDatabase(folder);
    const answers = [
      'Größe & Söhne',
      '',
      'Ilse Brandt',
      'ilse@groesse.example',
      '',
      '',
      '',
      '',
      'help@groesse.example',
      '',
    ];
    const ran = await run(folder, ['--url', 'http://localhost:8080'], answers);
    expect([ran.code, ran.err]).toEqual([0, '']);
    const server = await start(folder);
    onTestFinished(() => server.close());
    const company = await server.context.companies.only();
    expect(company?.company).toMatchObject({
      name: 'gro-e-sohne',
      displayName: 'Größe & Söhne',
      topLevelDomain: 'groesse.example',
      support: { email: 'help@groesse.example' },
    });
    expect((await accept(visit(server, 'http://localhost:8080'), ran.link)).status).toBe(201);
  });

  test('says every mistake at once, with its option, and leaves nothing behind', async () => {
    const folder = await makeFolder();
    const words = [
      '--url',
      'http://gate.example.com',
      '--company-name',
      '!',
      '--login',
      'a b',
      '--name',
      'A',
      '--email',
      'x',
    ];
    const ran = await run(folder, [
      ...words,
      '--support-phone',
      'ring us',
      '--support-address',
      'http://x.example',
      '--yes',
    ]);
    expect(ran.code).toBe(2);
    for (const option of ['--url:', '--company:', '--login:', '--email:', '--support-phone:', '--support-address:']) {
      expect(ran.err).toContain(option);
    }
    expect(await readdir(folder)).toEqual([]);
  });

  test('a change of nothing that is there, or a database out of reach, leaves nothing behind', async () => {
    const folder = await makeFolder();
    const change = await run(folder, ['--change', '--url', GATE]);
    expect([change.code, change.err]).toEqual([5, expect.stringContaining('Nothing is set up here yet')]);
    expect(await readdir(folder)).toEqual([]);
    const database = `postgres://nobody@127.0.0.1:${await freePort()}/none`;
    const unreachable = await run(folder, ['--url', GATE, ...WHO, '--database', database, '--yes']);
    expect([unreachable.code, unreachable.err]).toEqual([3, expect.stringContaining('Nothing was changed')]);
    expect(await readdir(folder)).toEqual([]);
  });

  test('a dry run leaves nothing behind, and no one to ask is said', async () => {
    const folder = await makeFolder();
    const dry = await run(folder, ['--url', GATE, ...WHO, '--yes', '--dry-run']);
    expect([dry.code, await readdir(folder)]).toEqual([0, []]);
    expect((await run(folder, ['--url', GATE, '--json'])).err).toContain('--company-name TEXT, --login LOGIN');
    expect((await run(folder, [])).err).toContain('Say the address that people will open');
  });

  test.each([
    ['everybody as a proxy', ['--behind-proxy', '*'], '* is no address'],
    ['a certificate without a key', ['--certificate', 'x.pem'], 'go together'],
    [
      'a certificate that is not there',
      ['--certificate', '/none.pem', '--certificate-key', '/none.key'],
      'cannot be read',
    ],
    ['a port that cannot be', ['--listen', '0.0.0.0:70000'], 'no place to listen at'],
  ])('refuses %s', async (_name, words, said) => {
    const folder = await makeFolder();
    const ran = await run(folder, ['--url', GATE, ...WHO, '--yes', ...words]);
    expect([ran.code, ran.err]).toEqual([2, expect.stringContaining(said)]);
    expect(await readdir(folder)).toEqual([]);
  });

  test('that is killed at whatever moment can be done again', { timeout: 120_000 }, async () => {
    const template = await makeFolder();
    await placeMigratedDatabase(template);
    const environment = { PATH: process.env['PATH'] ?? '' };
    for (const delay of [300, 1000, 1500, 2200]) {
      const folder = await makeFolder();
      await cp(template, folder, { recursive: true });
      const words = [BINARY, 'setup', '--url', GATE, ...WHO, '--yes', '--data', folder];
      const child = spawn(process.execPath, words, { env: environment, stdio: 'ignore' });
      await wait(delay);
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      const ran = await run(folder, ['--url', GATE, ...WHO, '--yes']);
      const isDone = ran.code === 5 && ran.err.includes('is set up already');
      expect([delay, isDone || (ran.code === 0 && ran.link !== '')]).toEqual([delay, true]);
      expect((await readdir(folder)).filter((name) => name === 'vestibule.json')).toEqual(['vestibule.json']);
    }
  });
});

describe('the data of the trial', () => {
  test('is gone on with: policy, settings and computers stay, its passwords do not', async () => {
    const trial = await startTestServer({
      databaseUrl: undefined,
      policy: 'version: 1\nworkplaceAccessPolicy: Strict\nchecks: {}\n',
    });
    const company = await firstCompany(trial);
    const visitor = new Visitor(company);
    await visitor.signIn();
    // Anyone who tried their identity provider may have left nothing but that: the link of the new administrator opens all the same.
    await configure(company, { isLocalSignInEnabled: false });
    await trial.context.events.publish({ companyId: company.id, personId: null, subject: 'company' });
    const folder = await makeFolder();
    const { dataFolder } = trial;
    await stop(trial, dataFolder, folder);

    const refused = await run(folder, ['--url', GATE, ...WHO, '--yes']);
    expect([refused.code, refused.err]).toEqual([5, expect.stringContaining('--from-trial')]);
    // Nor by the back door: its passwords must not become those of a public address.
    for (const more of [[], ['--dry-run']]) {
      const changed = await run(folder, ['--change', '--url', GATE, ...more]);
      expect([changed.code, changed.err]).toEqual([5, expect.stringContaining('--from-trial')]);
    }
    expect(await readdir(folder)).not.toContain('vestibule.json');
    const words = ['--url', GATE, ...WHO, '--yes', '--from-trial'];
    const dry = await run(folder, [...words, '--dry-run']);
    const left =
      'People of the trial could not sign in any more: nadia, tomas. To forget them afterwards: vestibule person erase LOGIN';
    expect(dry.out.replaceAll(/\s+/g, ' ')).toContain(left);
    const json = await run(folder, [...words, '--dry-run', '--json']);
    expect(JSON.parse(json.out)).toMatchObject({
      isDryRun: true,
      left: ['nadia', 'tomas'],
      notes: [expect.anything(), left],
    });
    expect(await readdir(folder)).not.toContain('vestibule.json');
    const done = await run(folder, words);
    expect([done.code, done.err]).toEqual([0, '']);
    expect(done.out.replaceAll(/\s+/g, ' ')).toContain('People of the trial cannot sign in any more: nadia, tomas.');

    const server = await start(folder);
    onTestFinished(() => server.close());
    for (const { login, password } of DEMO_PEOPLE) {
      const reply = await visit(server).ask('/api/online/v1/sign-in', { method: 'POST', body: { login, password } });
      expect([login, reply.status]).not.toEqual([login, 200]);
    }
    const old = new Visitor({ url: GATE, port: server.port, context: server.context });
    const session = visitor.cookies.get('vestibule-session') ?? '';
    old.cookies.set('vestibule-session', session).set('__Host-vestibule-session', session);
    expect((await old.ask('/api/device-compliance/v1/settings')).status).not.toBe(200);
    const context = await server.context.companies.only();
    expect(context?.policy.policy.workplaceAccessPolicy).toBe('Strict');
    expect(context).toMatchObject({ publicUrl: GATE, company: { id: company.id, logoUrl: null, support: {} } });
    expect((await send(`${GATE}/saml/metadata`, {}, server.port)).text).not.toContain('localhost');
    expect((await accept(visit(server), done.link)).status).toBe(201);
  });
});

/** Ends the trial and keeps its data elsewhere: the test server removes its own folder. */
async function stop(trial: RunningServer, from: string, to: string): Promise<void> {
  // The embedded database writes through: a copy while it runs would be one of a crash.
  await trial.context.database.execute('checkpoint');
  await cp(from, to, { recursive: true, filter: (path) => !/\.sock$|server\.lock/.test(path) });
  await trial.close();
}

const postgres: PostgresServer | null = await startPostgres('empty');

describe.skipIf(postgres === null)('on PostgreSQL', () => {
  test('the address of the database stands in the file, and the server finds it there', async () => {
    onTestFinished(async () => postgres?.stop());
    const folder = await makeFolder();
    const ran = await run(folder, ['--url', GATE, ...WHO, '--yes', '--database', postgres?.url ?? '']);
    expect([ran.code, ran.err]).toEqual([0, '']);
    expect(await readdir(folder)).not.toContain('database');
    const server = await start(folder);
    onTestFinished(() => server.close());
    expect((await accept(visit(server), ran.link)).status).toBe(201);
    const again = await run(await makeFolder(), ['--url', GATE, ...WHO, '--yes', '--database', postgres?.url ?? '']);
    const { host, pathname } = new URL(postgres?.url ?? '');
    expect(again.err).toContain(`The database ${host}${pathname} is set up already`);
  });

  test('a database that does not answer leaves no configuration', async () => {
    const folder = await makeFolder();
    await writeFile(join(folder, 'keep'), '');
    const ran = await run(folder, ['--url', GATE, ...WHO, '--yes', '--database', 'postgresql://127.0.0.1:1/gate']);
    expect([ran.code, ran.err]).toEqual([3, expect.stringContaining('The database cannot be opened')]);
    expect(await readdir(folder)).not.toContain('vestibule.json');
  });
});
