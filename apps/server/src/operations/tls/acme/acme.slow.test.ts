import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { request } from 'node:https';
import { join } from 'node:path';
import { TLSSocket } from 'node:tls';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { runCommandLine } from '../../../command-line/run-command-line.ts';
import { loadConfig } from '../../config/config.ts';
import { companies } from '../../../database/schema.ts';
import { lookAtRenewal } from '../../doctor/look-at-renewal.ts';
import { type RunningServer, startServer } from '../../../start-server.ts';
import { placeMigratedDatabase } from '../../../testing/embedded-database.ts';
import { freePort } from '@vestibule/testing/free-port';
import { type PostgresServer, startPostgres } from '../../../testing/postgres.ts';
import { runFolder } from '@vestibule/testing/run-folder';
import { type LocalAuthority, startLocalAuthority } from '../testing/local-authority.ts';
import { readAcmeStatus } from './acme-status.ts';

const DAY_MS = 86_400_000;
const WHO = ['--company-name', 'Alderbrook', '--login', 'ilse', '--name', 'Ilse Brandt', '--email', 'ilse@example.com'];
const WITHIN = { timeout: 15_000, interval: 100 };

/** A clock that someone moves. */
function createClock() {
  let ahead = 0;
  return {
    now: () => new Date(Date.now() + ahead),
    advance: (milliseconds: number) => void (ahead += milliseconds),
  };
}

async function makeFolder(): Promise<string> {
  return mkdtemp(join(runFolder(), 'acme-'));
}

async function run(words: readonly string[], folder: string) {
  let [out, err] = ['', ''];
  const streams = {
    out: (text: string) => void (out += text),
    err: (text: string) => void (err += text),
    columns: undefined,
  };
  const code = await runCommandLine([...words, '--data', folder], streams);
  return { code, out, said: (out + err).replaceAll(/\s+/g, ' ') };
}

const setUp = (folder: string, words: readonly string[]) => run(['setup', ...words], folder);

/** The server as it would be started, and what it says to the log. */
async function start(folder: string, now: () => Date, environment: NodeJS.ProcessEnv = {}) {
  const read = await loadConfig({ ...environment, VESTIBULE_DATA: folder });
  if (!read.ok) throw new Error(read.problems.join('\n'));
  const said: string[] = [];
  const logger = pino({ level: 'info' }, { write: (line: string) => void said.push(line) });
  const server = await startServer(read.config, logger, now);
  return { server, said, config: read.config };
}

interface Answered {
  readonly status: number | undefined;
  readonly serial: string;
}

const NOBODY = { serialNumber: '' };

/** Asks a name over https. @param ca who is trusted; null: no one is asked whether it may be */
function ask(hostname: string, port: number, ca: string | null): Promise<Answered | string> {
  return new Promise((done) => {
    const options = {
      host: '127.0.0.1',
      port,
      path: '/healthz',
      servername: hostname,
      agent: false,
      headers: { host: `${hostname}:${port}` },
      ...(ca === null ? { rejectUnauthorized: false } : { ca }),
    };
    const sent = request(options, (response) => {
      response.resume();
      const { serialNumber: serial } =
        response.socket instanceof TLSSocket ? response.socket.getPeerCertificate() : NOBODY;
      response.once('end', () => done({ status: response.statusCode, serial }));
    });
    sent.once('error', (error) => done(error.message));
    sent.end();
  });
}

describe('certificates by ACME', () => {
  const clock = createClock();
  let folder: string;
  let authority: LocalAuthority;
  let running: Awaited<ReturnType<typeof start>>;
  let port: number;
  let acmePort: number;

  beforeAll(async () => {
    folder = await makeFolder();
    await placeMigratedDatabase(folder);
    [port, acmePort] = [await freePort(), await freePort()];
    authority = await startLocalAuthority({ now: clock.now, challengePort: acmePort });
  });
  afterAll(async () => {
    await running.server.close();
    await authority.stop();
    await rm(folder, { recursive: true });
  });

  /** What the doctor says of a name. */
  const doctor = async (hostname = 'gate.localhost') => {
    const { acme } = running.config;
    if (acme === null) throw new Error('No one gets certificates.');
    const found = lookAtRenewal(hostname, await readAcmeStatus(folder), acme, clock.now());
    return `${found.state}: ${found.sentence} ${found.next ?? ''}`;
  };
  const serial = async (hostname = 'gate.localhost') => {
    const answered = await ask(hostname, port, null);
    return typeof answered === 'string' ? answered : answered.serial;
  };

  test('are set up with one option, and what is agreed to is said', async () => {
    const words = ['--url', `https://gate.localhost:${port}`, '--listen', `127.0.0.1:${port}`, ...WHO, '--yes'];
    const more = ['--acme-directory', authority.directoryUrl, '--acme-port', String(acmePort)];
    const refused = await setUp(folder, [...words, ...more]);
    expect([refused.code, refused.said]).toEqual([2, expect.stringContaining('go with --acme ADDRESS')]);
    const both = await setUp(folder, [...words, '--acme', 'ilse@example.com', '--behind-proxy', '127.0.0.1']);
    expect([both.code, both.said]).toEqual([2, expect.stringContaining('(--behind-proxy): one of them.')]);
    const done = await setUp(folder, [...words, ...more, '--acme', 'ilse@example.com']);
    expect(done.code).toBe(0);
    expect(done.said).toContain(`You agree to the terms that ${authority.directoryUrl} names`);
    expect(done.said).toContain(`Port 80 of gate.localhost has to lead to port ${acmePort} of this computer`);
    // What a change does not name stays as it is.
    expect((await setUp(folder, ['--change', '--acme-port', String(acmePort)])).code).toBe(0);
    expect(JSON.parse(await readFile(join(folder, 'vestibule.json'), 'utf8'))).toMatchObject({
      listen: { host: '127.0.0.1', port },
      acme: { contact: 'ilse@example.com', directory: authority.directoryUrl, port: acmePort },
    });
  });

  test('come at the first start, trusted by who trusts the authority, and the doctor says until when', async () => {
    authority.refuseNext('newOrder', { status: 400, type: 'badNonce', detail: 'Too old.' });
    running = await start(folder, clock.now);
    const trusted = () => ask('gate.localhost', port, authority.root);
    await expect.poll(trusted, WITHIN).toMatchObject({ status: 200 });
    expect(authority.ordered).toEqual(['gate.localhost']);
    expect(authority.accounts).toMatchObject([{ contact: ['mailto:ilse@example.com'] }]);
    await expect.poll(() => doctor(), WITHIN).toContain('good: Renewed by ACME at 127.0.0.1:');
    const [, end = '', next = ''] = /: ends (\S+), next look (\S+)\./.exec(await doctor()) ?? [];
    const days = (day: string) => Math.round((Date.parse(day) - clock.now().getTime()) / DAY_MS);
    expect(days(end)).toBeGreaterThan(88);
    expect(days(end) - days(next)).toBeGreaterThanOrEqual(30);
    const { code, out } = await run(['doctor'], folder);
    // No one in this process trusts the authority of this test: that the doctor says so is right.
    expect([code, out]).toEqual([5, expect.stringMatching(/^✓ Renewal: Renewed by ACME at 127\.0\.0\.1:/m)]);
    expect(out).toMatch(/^✗ Certificate: Browsers do not trust the certificate of gate\.localhost/m);
  });

  test('are ordered for a company that is new, and its failure does not hurt the others', async () => {
    authority.unknownNames.add('second.localhost');
    const { database } = running.server.context;
    const [first] = await database.select().from(companies);
    if (first === undefined) throw new Error('There is no company.');
    const publicUrl = `https://second.localhost:${port}`;
    await database.insert(companies).values({ ...first, id: randomUUID(), name: 'second', publicUrl });
    const second = () => doctor('second.localhost');
    await expect.poll(second, WITHIN).toContain('The certificate authority finds no address for second.localhost');
    expect(await second()).toMatch(/^wrong: .* There is no certificate yet\. Add an address record .* tried again at /);
    expect(await doctor()).toMatch(/^good: /);
    // Every name has its own: no one is shown the other's as if it were theirs.
    expect(await ask('second.localhost', port, authority.root)).toContain('second.localhost');
    authority.unknownNames.clear();
  });

  test('are not ordered again by a restart: neither what there is, nor what failed a moment ago', async () => {
    const before = await serial();
    expect(authority.ordered).toEqual(['gate.localhost', 'second.localhost']);
    await running.server.close();
    await rm(join(folder, 'certificates.json'));
    running = await start(folder, clock.now);
    // From the first moment on, before anything was looked at.
    expect(await serial()).toBe(before);
    expect(running.said.join('')).toContain('It is tried again at');
    await expect.poll(() => readAcmeStatus(folder), WITHIN).not.toBeNull();
    expect(authority.ordered).toEqual(['gate.localhost', 'second.localhost']);
    clock.advance(10 * 60_000);
    await expect.poll(() => ask('second.localhost', port, authority.root), WITHIN).toMatchObject({ status: 200 });
  });

  test('are renewed as time goes on, without a restart', async () => {
    const names = ['gate.localhost', 'second.localhost'];
    const before = await Promise.all(names.map(serial));
    clock.advance(65 * DAY_MS);
    const areNew = async () => (await Promise.all(names.map(serial))).every((one, index) => one !== before[index]);
    await expect.poll(areNew, WITHIN).toBe(true);
    expect(authority.ordered).toHaveLength(5);
    expect(authority.accounts).toHaveLength(1);
  });

  test('go on when the authority is down; the doctor says so, and whatever it says reaches no terminal', async () => {
    const before = await serial();
    for (const retryAfter of ['90000', '90000']) {
      const detail = 'too many\n\u001b[31mcertificates\u202e';
      authority.refuseNext('newOrder', { status: 429, type: 'rateLimited', detail, retryAfter });
    }
    clock.advance(63 * DAY_MS);
    await expect.poll(() => doctor(), WITHIN).toMatch(/look: The certificate authority has had too many/);
    await expect.poll(() => doctor('second.localhost'), WITHIN).toMatch(/look: The certificate authority has had/);
    const limited = await doctor();
    expect(limited).toContain('too many [31mcertificates. The certificate ends');
    // As long as the authority wants, and not only as long as the server would wait.
    const next = /tried again at (\S+ \S+) UTC/.exec(limited)?.[1] ?? '';
    expect(Date.parse(`${next.replace(' ', 'T')}Z`) - clock.now().getTime()).toBeGreaterThan(24.9 * 3_600_000);
    await authority.stop();
    clock.advance(2 * DAY_MS);
    await expect.poll(() => doctor(), WITHIN).toMatch(/look: .* cannot be reached: nothing listens there\./);
    expect(await serial()).toBe(before);
    const log = running.said.join('');
    expect(log).toContain('cannot be reached');
    expect(log).not.toMatch(/PRIVATE KEY|\\u001b|\u202e/);
  });

  test('rest sealed, and in no file', async () => {
    const names = await readdir(folder);
    expect(names).toContain('certificates.json');
    const status = await readFile(join(folder, 'certificates.json'), 'utf8');
    expect(status).toContain('gate.localhost');
    expect(status).not.toContain('BEGIN');
    const rows = await running.server.context.database.query.serverKeys.findMany();
    expect(rows.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['certificate gate.localhost', `account ${authority.directoryUrl}`]),
    );
    expect(rows.map(({ sealed }) => sealed).join('')).not.toMatch(/BEGIN|PRIVATE/);
  });
});

test('a port that another holds keeps no one out: it is said, and taken when it is free', async () => {
  const clock = createClock();
  const folder = await makeFolder();
  await placeMigratedDatabase(folder);
  const [port, acmePort] = [await freePort(), await freePort()];
  // The authority itself sits there.
  const blocker = await startLocalAuthority({ now: clock.now, challengePort: acmePort });
  const held = new URL(blocker.directoryUrl).port;
  const authority = await startLocalAuthority({ now: clock.now, challengePort: Number(held) });
  const url = ['--url', `https://gate.localhost:${port}`, '--listen', `127.0.0.1:${port}`];
  const words = ['--acme', 'ilse@example.com', '--acme-directory', authority.directoryUrl, '--acme-port', held];
  expect((await setUp(folder, [...url, ...words, ...WHO, '--yes'])).code).toBe(0);
  const { server, said } = await start(folder, clock.now);
  onTestFinished(async () => {
    await server.close();
    await authority.stop();
    await rm(folder, { recursive: true });
  });
  await expect
    .poll(() => said.join(''), WITHIN)
    .toContain(`Port ${held}, where certificate authorities ask, is in use.`);
  // No one is shown a certificate that is none, and nothing was ordered in vain.
  expect(await ask('gate.localhost', port, null)).toMatch(/handshake failure/);
  expect(authority.ordered).toEqual([]);
  await blocker.stop();
  await expect.poll(() => ask('gate.localhost', port, authority.root), WITHIN).toMatchObject({ status: 200 });
});

const postgres: PostgresServer | null = await startPostgres();

describe.skipIf(postgres === null)('several servers over one PostgreSQL', () => {
  test('order once, answer for each other, and serve the same', async () => {
    onTestFinished(async () => postgres?.stop());
    const clocks = [createClock(), createClock()] as const;
    const folder = await makeFolder();
    const ports = [await freePort(), await freePort()] as const;
    const acmePorts = [await freePort(), await freePort()] as const;
    // The load balancer of this test leads to the first server alone.
    const authority = await startLocalAuthority({ now: clocks[1].now, challengePort: acmePorts[0] });
    const url = ['--url', 'https://gate.localhost', '--database', postgres?.url ?? ''];
    const words = ['--acme', 'ilse@example.com', '--acme-directory', authority.directoryUrl];
    expect((await setUp(folder, [...url, ...words, ...WHO, '--yes'])).code).toBe(0);
    const servers: RunningServer[] = [];
    onTestFinished(async () => {
      for (const server of servers) await server.close();
      await authority.stop();
      await rm(folder, { recursive: true });
    });
    for (const index of [0, 1] as const) {
      const environment = {
        PORT: String(ports[index]),
        VESTIBULE_HOST: '127.0.0.1',
        VESTIBULE_ACME_PORT: String(acmePorts[index]),
      };
      servers.push((await start(folder, clocks[index].now, environment)).server);
    }
    const serials = async () =>
      Promise.all(
        ports.map(async (port) => {
          const answered = await ask('gate.localhost', port, null);
          return typeof answered === 'string' ? answered : answered.serial;
        }),
      );
    const isSame = async () => {
      const [one = '', other] = await serials();
      return one === other && /^[\dA-F]+$/.test(one);
    };
    await expect.poll(isSame, WITHIN).toBe(true);
    expect(authority.ordered).toHaveLength(1);
    const [before] = await serials();
    // Only the second one sees that it is time; the authority asks the first.
    clocks[1].advance(65 * DAY_MS);
    await expect.poll(async () => (await serials())[0] !== before, WITHIN).toBe(true);
    await expect.poll(isSame, WITHIN).toBe(true);
    expect(authority.ordered).toHaveLength(2);
    expect(authority.accounts).toHaveLength(1);
  });
});
