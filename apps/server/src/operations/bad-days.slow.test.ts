import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { CALLS } from '@vestibule/contracts';
import { createSimulatedDevice, fact, type SimulatedDevice } from '@vestibule/testing';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createSocketDesk } from '../testing/administrators.ts';
import { configure, firstCompany, type TestCompany } from '../testing/companies.ts';
import { freePort } from '@vestibule/testing/free-port';
import { addPerson, plantSession } from '../testing/planted.ts';
import { type PostgresServer, startPostgres } from '../testing/postgres.ts';
import { runFolder } from '@vestibule/testing/run-folder';
import { EXIT_CODES } from '@vestibule/command-line';
import { startSecondServer } from '../testing/second-server.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { Visitor } from '../testing/visitor.ts';
import { runCommandLine } from '../command-line/run-command-line.ts';

/** Set where the figures are to be kept: `bench/results/bad-days.md` is written again. */
const WRITES_RESULTS = process.env['VESTIBULE_WRITE_RESULTS'] === '1';
const PEOPLE = 300;
const AT_ONCE = 10;
const HOUR_MS = 3_600_000;
const PATIENCE_MS = 10_000;
/** It looks every fifteen seconds. */
const BRAKE_PATIENCE_MS = 45_000;
const POLL_MS = 20;

const GOOD = 'version: 1\nworkplaceAccessPolicy: Strict\nchecks:\n  PasswordSet: { severity: required }\n';
const BAD = `${GOOD}  FirewallEnable: { severity: required }\n`;
const facts = {
  signInSecret: fact({ secret: 'set', automaticSignIn: null }),
  firewall: fact({ isOn: false, manager: 'ufw', gaps: [] }),
};

const postgres: PostgresServer | null = await startPostgres();

describe.skipIf(postgres === null)(`${PEOPLE} people are blocked at nine by a bad policy`, () => {
  let server: TestServer;
  let company: TestCompany;
  let folder: string;
  let end: () => Promise<void>;
  /** The company's address, at the second server process. */
  let second: TestCompany;
  const crowd: { login: string; device: SimulatedDevice }[] = [];
  const figures: [what: string, milliseconds: number][] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(runFolder(), 'bad-days-'));
    server = await startTestServer({ policy: GOOD, databaseUrl: postgres?.url });
    company = await firstCompany(server);
    const started = await startSecondServer(server, { VESTIBULE_POLICY: join(folder, 'none.yaml') });
    end = started.end;
    second = { ...company, port: started.port };
    for (let index = 0; index < PEOPLE; index += 1) {
      const login = `person-${index}`;
      await addPerson(company, login);
      crowd.push({ login, device: await createSimulatedDevice() });
    }
    await ofAll(crowd, report);
  }, 300_000);
  afterAll(async () => {
    await end();
    await server.close();
    await postgres?.stop();
    await rm(folder, { recursive: true, force: true });
    const lines = figures.map(([what, milliseconds]) => `| ${what} | ${(milliseconds / 1000).toFixed(2)} s |`);
    for (const line of lines) process.stdout.write(`${line}\n`);
    if (WRITES_RESULTS) await writeFile(RESULTS, `${heading()}${lines.join('\n')}\n`);
  });

  /** In a browser in which they are signed in since yesterday. */
  async function arriveAt(place: TestCompany, login: string): Promise<Visitor> {
    const visitor = new Visitor(place);
    const expiresAt = new Date(company.context.now().getTime() + 8 * HOUR_MS);
    const { browser } = await plantSession(company, login, { expiresAt });
    for (const [name, value] of browser.cookies ?? []) visitor.cookies.set(name, value);
    return visitor;
  }

  async function report({ login, device }: (typeof crowd)[number]): Promise<void> {
    const visitor = await arriveAt(company, login);
    const reply = await visitor.report(await visitor.openSession(device), device, facts);
    if (reply.status !== 204) throw new Error(`${login} could not report: ${reply.status} ${reply.body as string}`);
  }

  /** Opens the application through the second process. @returns whether its form with the signed response came */
  async function comesToWork(login: string): Promise<boolean> {
    const visitor = await arriveAt(second, login);
    const marker = await visitor.openApplication();
    const reply = await visitor.ask<string>(`/saml/continue?login=${marker}`);
    return reply.status === 200 && reply.body.includes('name="SAMLResponse"');
  }

  async function policyFile(text: string): Promise<string> {
    const file = join(folder, 'policy.yaml');
    await writeFile(file, text);
    return file;
  }

  test('it does not get in by surprise: the command says how many, and what to type to want it', async () => {
    const refused = await vestibule(server, 'policy', 'apply', await policyFile(BAD));
    expect(refused.code).toBe(EXIT_CODES.refused);
    expect(refused.said).toContain(
      `Nothing was changed: it would stop who gets in today: ${PEOPLE} of ${PEOPLE} computers`,
    );
    expect(refused.said).toContain(`--accept-blocking ${PEOPLE}`);
    expect((await createSocketDesk(server).call('adminPolicy')).body.text).toBe(GOOD);
  });

  test('someone wants it, and one command lets everybody in again, on the other server too', async () => {
    const applied = await vestibule(
      server,
      'policy',
      'apply',
      await policyFile(BAD),
      '--accept-blocking',
      String(PEOPLE),
    );
    expect(applied).toMatchObject({ code: 0 });
    const [first] = crowd;
    await until(async () => (await createSocketDesk(server).call('adminPolicy')).body.text === BAD, PATIENCE_MS);
    await until(async () => !(await comesToWork(first?.login ?? '')), PATIENCE_MS);

    const since = performance.now();
    const opened = await vestibule(
      server,
      'gate',
      'observe',
      '--for',
      '2h',
      '--straight',
      '--reason',
      'no one gets in',
    );
    expect(opened).toMatchObject({ code: 0, said: expect.stringContaining('Everybody is let through until') });
    await until(() => comesToWork(first?.login ?? ''), PATIENCE_MS);
    figures.push([
      'from `gate observe` to the first sign-in that passes, on another server',
      performance.now() - since,
    ]);
    await ofAll(crowd, async ({ login }) => expect([login, await comesToWork(login)]).toEqual([login, true]));
    figures.push([`until all ${PEOPLE} were at work`, performance.now() - since]);
    expect(figures[0]?.[1]).toBeLessThan(PATIENCE_MS);
  });

  test('the gate is not closed again over the bad policy, and is once the good one is back', async () => {
    const refused = await vestibule(server, 'gate', 'enforce', '--reason', 'is it over?');
    expect(refused.code).toBe(EXIT_CODES.refused);
    expect(refused.said).toContain(`Nothing was changed: it would stop ${PEOPLE} of ${PEOPLE} computers`);
    // Anyone who was never seen with Workplace would stand before the page that asks for it.
    expect(refused.said).toContain('and 2 of the 302 people in scope have never been seen with Workplace');
    expect(refused.said).toContain(`--accept-blocking ${PEOPLE + 2}`);
    expect((await vestibule(server, 'policy', 'apply', await policyFile(GOOD))).code).toBe(0);
    expect((await vestibule(server, 'gate', 'enforce', '--reason', 'the good policy is back')).code).toBe(0);
  });

  test('with the brake on it ends by itself, without anybody typing anything', async () => {
    await configure(company, { brake: { isOn: true, percent: 20, minimumPeople: 20 } });
    server.advance(11 * 60_000);
    const since = performance.now();
    await vestibule(server, 'policy', 'apply', await policyFile(BAD), '--accept-blocking', String(PEOPLE));
    await ofAll(crowd.slice(0, 30), report);
    const desk = createSocketDesk(server);
    await until(async () => (await desk.call('adminPolicy')).body.createdBy === 'brake', BRAKE_PATIENCE_MS);
    figures.push(['from the bad policy to the brake, with the first 30 people there', performance.now() - since]);
    const { summary } = (await desk.call('adminPolicy')).body;
    expect(summary.checks.find(({ checkType }) => checkType === 'FirewallEnable')).toMatchObject({
      now: 'recommended',
    });
    expect((await desk.call('adminStatus')).body.warnings.join()).toContain('The brake has made a check report-only');
  });
});

describe('the company’s identity provider is down', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  test('the sign-in says so and keeps its button, doctor has a line, and it goes on by itself once the provider is back', async () => {
    const port = await freePort();
    const issuer = `http://localhost:${port}`;
    const added = await createSocketDesk(server).call('adminAddUpstream', {
      body: { kind: 'oidc', name: 'Alderbrook ID', settings: { issuer, clientId: 'gate' }, secret: 'a-secret' },
      query: { company: (await server.company()).company.name },
    });
    const visitor = new Visitor(server);
    const marker = await visitor.openApplication();
    const leadsTo = async () => {
      const reply = await visitor.ask(`/online/upstream/${added.body.upstreamId}/start?login=${marker}`);
      return reply.headers.get('location') ?? '';
    };
    expect(await leadsTo()).toBe(`/online/?reason=upstream_unreachable&login=${marker}`);
    const ways = await visitor.ask(`${CALLS.signInOptions.path}?loginMarker=${marker}`);
    expect([ways.status, JSON.stringify(ways.body)]).toEqual([200, expect.stringContaining('Alderbrook ID')]);
    const { said } = await vestibule(server, 'doctor', '--url', server.url);
    expect(said).toMatch(
      /✗ Sign-in by Alderbrook ID: .* cannot be reached: nothing listens there\. .*whether this server may go out/,
    );

    const document = {
      issuer,
      jwks_uri: `${issuer}/keys`,
      authorization_endpoint: `${issuer}/auth`,
      token_endpoint: issuer,
    };
    const provider = createServer((_request, response) => {
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ ...document, keys: [] }));
    });
    await new Promise<void>((done) => provider.listen(port, 'localhost', done));
    expect(await leadsTo()).toMatch(new RegExp(`^${issuer}/auth\\?`));

    // Again, while its description is remembered.
    provider.closeAllConnections();
    await new Promise((done) => provider.close(done));
    server.advance(60_000);
    expect(await leadsTo()).toBe(`/online/?reason=upstream_unreachable&login=${marker}`);
  });
});

describe('a policy with a typo', () => {
  test('is refused with line and column, by check and by apply, and the one before goes on holding', async () => {
    const server = await startTestServer({ policy: GOOD });
    onTestFinished(() => server.close());
    const file = join(server.dataFolder, 'typo.yaml');
    await writeFile(file, GOOD.replace('PasswordSet', 'PaswordSet'));
    for (const command of ['check', 'apply']) {
      const refused = await vestibule(server, 'policy', command, file);
      expect([refused.code, refused.said]).toEqual([
        EXIT_CODES.notUnderstood,
        expect.stringMatching(/line 4, column 3: .*PasswordSet/),
      ]);
    }
    expect((await server.company()).policy.text).toBe(GOOD);
  });
});

/** At the server itself, through its socket. */
async function vestibule({ dataFolder }: Pick<TestServer, 'dataFolder'>, ...words: string[]) {
  let said = '';
  const write = (text: string) => void (said += text.replaceAll(/\n\s*/g, ' '));
  const streams = { out: write, err: write, columns: 160 };
  const code = await runCommandLine([...words, '--data', dataFolder], streams);
  return { code, said };
}

const RESULTS = join(import.meta.dirname, '../../../../bench/results/bad-days.md');
const heading = () => `# A bad policy at nine in the morning

${PEOPLE} people whose computers have reported, two server processes on one PostgreSQL, ${cpus().length} processors (load ${Math.round(loadavg()[0] ?? 0)} meanwhile). \`VESTIBULE_WRITE_RESULTS=1 npx vitest run --project slow bad-days\`.

| What | Took |
|---|---|
`;

async function until(isSo: () => Promise<boolean>, patienceMs: number): Promise<void> {
  for (const over = performance.now() + patienceMs; !(await isSo()); await wait(POLL_MS)) {
    if (performance.now() > over) throw new Error(`It is not so after ${patienceMs} ms.`);
  }
}

/** Several at once, as in the morning. */
async function ofAll<Item>(items: readonly Item[], does: (item: Item) => Promise<void>): Promise<void> {
  const left = [...items];
  const one = async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) await does(next);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
}
