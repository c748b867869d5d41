import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { CALLS } from '@vestibule/contracts';
import { freePort } from '@vestibule/testing/free-port';
import { createSimulatedDevice, fact } from '@vestibule/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { people } from './database/schema.ts';
import { addPerson, type TestPerson, signInAs } from './testing/at-the-gate.ts';
import { firstCompany, type TestCompany } from './testing/companies.ts';
import { openEventSource } from './testing/event-source.ts';
import { type PostgresServer, startPostgres } from './testing/postgres.ts';
import { type SecondServer, startSecondServer } from './testing/second-server.ts';
import { send } from './testing/send.ts';
import { startTestServer, type TestServer } from './testing/test-server.ts';
import { Visitor } from './testing/visitor.ts';

const postgres: PostgresServer | null = await startPostgres();
if (postgres === null) process.stdout.write('PostgreSQL is not installed: several processes are not tried.\n');

const POLICY = 'version: 1\nworkplaceAccessPolicy: Strict\nchecks:\n  FirewallEnable: { severity: required }\n';
const good = { firewall: fact({ isOn: true, manager: 'ufw', gaps: [] }) };
const WORKERS = 2;
const DRAIN_SECONDS = 3;

describe.skipIf(postgres === null)('a server of several processes', () => {
  let server: TestServer;
  let several: SecondServer;
  let company: TestCompany;
  let person: TestPerson;
  let metricsPort = 0;

  beforeAll(async () => {
    metricsPort = await twoFreePorts();
    server = await startTestServer({ databaseUrl: postgres?.url ?? '', policy: POLICY });
    several = await startSecondServer(server, {
      VESTIBULE_WORKERS: String(WORKERS),
      VESTIBULE_METRICS_PORT: String(metricsPort),
      VESTIBULE_DRAIN_SECONDS: String(DRAIN_SECONDS),
    });
    company = { ...(await firstCompany(server)), port: several.port };
    person = await addPerson(company);
  });
  afterAll(async () => {
    if (several.ended() === null) await several.end();
    await server.close();
    await postgres?.stop();
  });

  /** Those that the first process has begun. */
  async function pids(): Promise<number[]> {
    const found = await promisify(execFile)('pgrep', ['-P', String(several.pid)]).catch(() => ({ stdout: '' }));
    return found.stdout.split('\n').filter(Boolean).map(Number);
  }
  const signedIn = async () => {
    const visitor = new Visitor(company);
    await signInAs(visitor, person);
    return visitor;
  };

  test('shares one port, and each of them answers', async () => {
    expect(await pids()).toHaveLength(WORKERS);
    await Promise.all(Array.from({ length: 4 * WORKERS }, () => send(`http://localhost:${several.port}/healthz`)));
    for (let index = 0; index < WORKERS; index += 1) {
      const scraped = await (await fetch(`http://127.0.0.1:${metricsPort + index}/metrics`)).text();
      expect(scraped).toMatch(/vestibule_call_seconds_count\{call="GET \/healthz",status="2xx"\} [1-9]/);
    }
  });

  test('takes the requests of one sign-in wherever they arrive', async () => {
    const device = await createSimulatedDevice();
    const visitor = new Visitor(company);
    const ask = visitor.ask.bind(visitor);
    // Each over a connection of its own.
    visitor.ask = (path, asking) => ask(path, { ...asking, headers: { ...asking?.headers, connection: 'close' } });
    const marker = await visitor.openApplication();
    await signInAs(visitor, person, marker);
    const session = await visitor.openSession(device);
    expect((await visitor.report(session, device, good)).status).toBe(204);
    const result = await visitor.checkResult(session, marker);
    expect((await visitor.redeem(await device.open(session, result.body))).status).toBe(200);
  });

  test('pushes to pages at each of them', async () => {
    const visitor = await signedIn();
    const sources = await Promise.all([1, 2, 3, 4].map(() => openEventSource(visitor)));
    await server.context.events.publish({ companyId: company.id, personId: person.id, subject: 'policy' });
    for (const source of sources) await expect.poll(() => source.looks()).toContain('policy');
    for (const source of sources) source.close();
  });

  test('begins another one in the place of one that dies, and loses no sign-in', { timeout: 120_000 }, async () => {
    const visitor = await signedIn();
    // A process that begins refuses to serve with passwords of the trial.
    await server.context.database.update(people).set({ passwordHash: null });
    const [first = 0, ...others] = await pids();
    process.kill(first, 'SIGKILL');
    await expect.poll(pids).not.toContain(first);
    await expect.poll(async () => (await pids()).length).toBe(WORKERS);
    expect(await pids()).toEqual(expect.arrayContaining(others));
    for (let index = 0; index < WORKERS; index += 1) {
      await expect.poll(() => isServing(metricsPort + index), { timeout: 60_000 }).toBe(true);
    }
    for (let time = 0; time < 2 * WORKERS; time += 1) {
      const headers = { connection: 'close' };
      expect((await visitor.ask(CALLS.mySession.path, { headers })).status).toBe(200);
    }
  });

  test('counts refused sign-ins of one address together', async () => {
    const refused = () =>
      send(`http://localhost:${several.port}${CALLS.invitation.path}`, {
        method: 'POST',
        headers: { host: new URL(server.url).host, 'content-type': 'application/json', connection: 'close' },
        body: JSON.stringify({ token: randomBytes(32).toString('base64url') }),
      });
    const statuses: number[] = [];
    // Of one address 300 are refused in a minute, whichever process takes them. A few are under way when it is said.
    for (let time = 0; time < 40; time += 1) {
      const answers = await Promise.all(Array.from({ length: 10 }, refused));
      statuses.push(...answers.map(({ status }) => status));
    }
    const tried = statuses.filter((status) => status !== 429).length;
    expect(tried).toBeGreaterThanOrEqual(300);
    expect(tried).toBeLessThan(330);
    expect(statuses.slice(-5)).toEqual([429, 429, 429, 429, 429]);
  });

  test('drains all of them, also where the signal reaches each', async () => {
    const all = await pids();
    const began = performance.now();
    const ended = several.end();
    // As systemd does.
    for (const pid of all) process.kill(pid, 'SIGTERM');
    // A moment passes until the first process has told the others.
    await expect
      .poll(
        async () => (await send(`http://localhost:${several.port}/readyz`, { headers: { connection: 'close' } })).text,
      )
      .toBe('{"status":"not-ready","missing":"stopping"}');
    await ended;
    expect(performance.now() - began).toBeGreaterThan(DRAIN_SECONDS * 900);
    expect(several.ended()).toBe(0);
    expect(all.filter(isRunning)).toEqual([]);
  });
});

async function isServing(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/metrics`).then(
    ({ ok }) => ok,
    () => false,
  );
}

/** The first of two that follow each other. */
async function twoFreePorts(): Promise<number> {
  for (let port = await freePort(); ; ) {
    const next = await freePort();
    if (next === port + 1) return port;
    port = next;
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
