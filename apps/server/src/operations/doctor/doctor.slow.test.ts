import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, request, type RequestListener, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import tls from 'node:tls';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { runCommandLine } from '../../command-line/run-command-line.ts';
import { loadConfig } from '../config/config.ts';
import { LOCALHOST_CERTIFICATE, LOCALHOST_KEY } from '../../testing/localhost-certificate.ts';
import { MAIL_PASSWORD, MAIL_USER, startMailServer } from '../mail/testing/smtp-server.ts';
import { createSocketDesk } from '../../testing/administrators.ts';
import { runBinary } from '../../command-line/testing/run-binary.ts';
import { addCompany } from '../../testing/companies.ts';
import { createReach, reachesAll } from '../outgoing/reach.ts';
import { freePort } from '@vestibule/testing/free-port';
import { type PostgresServer, startPostgres } from '../../testing/postgres.ts';
import { runFolder } from '@vestibule/testing/run-folder';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { examine } from './doctor.ts';
import type { Finding } from './finding.ts';
import { compareWithDate, lookAtClock } from './look-at-clock.ts';
import { lookAtCertificate } from './look-at-certificate.ts';
import { lookAtDatabase, lookAtRoom } from './look-at-database.ts';
import { lookAtName } from './look-at-name.ts';
import { lookAtPackages } from './look-at-packages.ts';
import { lookAtStream } from './look-at-stream.ts';
import { lookAtUploads } from './look-at-uploads.ts';
import { lookAtUpstream } from './look-at-upstreams.ts';
import { openEvidenceStore } from '../storage/open-evidence-store.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

async function listen(listener: RequestListener, secure?: { cert: string; key: string }): Promise<number> {
  const made: Server = secure === undefined ? createServer(listener) : createSecureServer(secure, listener);
  await new Promise<void>((done) => made.listen(0, '127.0.0.1', done));
  onTestFinished(() => void made.close());
  return (made.address() as AddressInfo).port;
}

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(runFolder(), 'doctor-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

const sayOf = ({ state, sentence, next }: Finding) => `${state}: ${sentence} ${next ?? ''}`;

/** As the command does, with the words that are printed. */
async function doctor(...words: string[]) {
  let [out, err] = ['', ''];
  const streams = {
    out: (text: string) => void (out += text),
    err: (text: string) => void (err += text),
    columns: undefined,
  };
  const code = await runCommandLine(['doctor', ...words], streams);
  return { code, out, err };
}

describe('the command', () => {
  test('looks at a server that runs, and says what to do', async () => {
    const { code, out } = await doctor('--data', server.dataFolder, '--url', server.url);
    expect([code, out]).toEqual([0, expect.stringMatching(/^✓ Server: Version \S+ answers, for alderbrook\./)]);
    expect(out).toMatch(/^✓ Event stream: Comes as it is sent/m);
    expect(out).toMatch(/^✓ Database: Embedded/m);
    expect(out).toMatch(/^✓ Uploads: The data folder was written to, read and cleared\./m);
    expect(out).toMatch(/^! Certificate: Nothing serves https\.\n {2}-> /m);
    expect(out.split('\n').filter((line) => line.length > 80)).toEqual([]);
    const json = JSON.parse((await doctor('--data', server.dataFolder, '--url', server.url, '--json')).out) as {
      findings: Finding[];
    };
    expect(json).toMatchObject({ ok: true, addresses: [server.url] });
    expect(json.findings.map(({ check }) => check)).toEqual([
      'Server',
      'Name',
      'Certificate',
      'Event stream',
      'Clock',
      'Database',
      'Room',
      'Uploads',
      'Packages',
      'Ends of support',
      'Extension',
      'Mail',
    ]);
  });

  test('looks at the address of every company, and names each', async () => {
    const second = await addCompany(server, 'second');
    const { code, out } = await doctor('--data', server.dataFolder);
    expect(code).toBe(0);
    for (const { host } of [new URL(server.url), new URL(second.url)]) {
      expect(out).toContain(`✓ Event stream (${host}): Comes as it is sent`);
    }
    const one = await doctor('--data', server.dataFolder, '--company', 'second');
    expect(one.out).toContain('✓ Event stream: ');
    expect(one.out).toContain(second.url);
  });

  test('works when the server is down, and says that first', async () => {
    const folder = await makeFolder();
    await writeFile(
      join(folder, 'vestibule.json'),
      JSON.stringify({ version: 1, publicUrl: `https://localhost:${await freePort()}` }),
    );
    const ran = await runBinary(['doctor', '--data', folder]);
    expect(ran.code).toBe(3);
    expect(ran.out.split('\n')[0]).toContain('✗ Server: No server answers for the data folder');
    expect(ran.out).toMatch(/^✗ Certificate: At https:\/\/localhost:\d+ nothing serves https/m);
    expect(ran.out).toMatch(/^✓ Room/m);
    expect(ran.err).toContain('things are wrong.');
  });

  test('makes no folder where there is none', async () => {
    const folder = join(await makeFolder(), 'none');
    const ran = await doctor('--data', folder, '--url', `http://localhost:${await freePort()}`);
    expect([ran.code, ran.out]).toEqual([3, expect.stringContaining('! Database: There is no database in')]);
    expect(ran.out).toContain('! Uploads: Not tried: there is no data folder.');
    expect(existsSync(folder)).toBe(false);
  });

  test('says what is wrong with a configuration that no server starts with', async () => {
    const folder = await makeFolder();
    await writeFile(join(folder, 'vestibule.json'), '{"version": 1, "publicUrl": "http://gate.example.com"}');
    const ran = await doctor('--data', folder);
    expect([ran.code, ran.out]).toEqual([2, '']);
    expect(ran.err.replaceAll(/\s+/g, ' ')).toContain('The configuration cannot be used, so the server cannot start:');
  });
});

describe('the name', () => {
  test.each([
    ['nowhere', [], false, 'wrong: gate.example.com leads nowhere: there is no such name. Add an address record'],
    ['this computer', ['127.0.0.1'], false, 'good: gate.example.com leads to 127.0.0.1, which is this computer.'],
    [
      'elsewhere',
      ['192.0.2.1'],
      false,
      'look: gate.example.com leads to 192.0.2.1, which is no address of this computer.',
    ],
    ['a proxy', ['192.0.2.1'], true, 'good: gate.example.com leads to 192.0.2.1: not this computer, but'],
  ])('that leads to %s', async (_name, addresses, hasProxy, said) => {
    const resolve = async () => {
      if (addresses.length === 0) throw Object.assign(new Error('x'), { code: 'ENOTFOUND' });
      return addresses.map((address) => ({ address, family: 4 }));
    };
    expect(sayOf(await lookAtName('https://gate.example.com', hasProxy, resolve))).toContain(said);
  });
});

describe('the certificate, as it is presented', () => {
  const at = async (now: string) => {
    const port = await listen((_request, response) => response.end(), {
      cert: LOCALHOST_CERTIFICATE,
      key: LOCALHOST_KEY,
    });
    return (await lookAtCertificate(`https://localhost:${port}`, { files: null, renewal: null }, new Date(now)))
      .map(sayOf)
      .join('\n');
  };

  test('that has ended: what people see, and how to renew it', async () => {
    const said = await at('2127-03-01');
    expect(said).toMatch(/^wrong: The certificate ended on 2126-10-28: browsers refuse the gate\. Renew it/);
    expect(said).toContain('nginx -s reload');
  });

  test('that begins later, because the clock is wrong', async () => {
    expect(await at('2020-01-01')).toContain(
      'the clock of this computer says 2020-01-01. One of the two is wrong: look at the clock',
    );
  });

  test('that no one trusts', async () => {
    expect(await at('2026-12-01')).toContain('wrong: Browsers do not trust the certificate of localhost:');
  });
});

describe('the clock', () => {
  const clock = (aheadMs: number, name = 'login.example.com') => ({ name, aheadMs });

  test('that is off by ten minutes: how far, by whose word, what breaks, what to do', () => {
    const said = sayOf(lookAtClock([clock(200), clock(600_000, 'the database at db.example.com')]));
    expect(said).toContain('wrong: The clock of this computer is 10 minutes ahead of the database at db.example.com.');
    expect(said).toContain('Sign-ins are refused');
    expect(said).toContain('timedatectl set-ntp true');
    expect(sayOf(lookAtClock([clock(-600_000)]))).toContain('10 minutes behind login.example.com');
  });

  test.each([
    [29_000, 'good: Right to the second, compared with login.example.com.'],
    [-31_000, 'look: The clock of this computer is 31 seconds behind login.example.com.'],
    [121_000, 'wrong: '],
  ])('that is off by %i ms', (aheadMs, said) => {
    expect(sayOf(lookAtClock([clock(aheadMs)]))).toContain(said);
  });

  test('with nothing to compare it with: that is said, and not that it is right', () => {
    expect(lookAtClock([])).toMatchObject({ state: 'look', sentence: expect.stringContaining('nothing to compare') });
    expect(compareWithDate('x', undefined, 0)).toBeNull();
    expect(compareWithDate('x', 'not a date', 0)).toBeNull();
  });
});

describe('the event stream', () => {
  /** Passes everything on to the server; what it gathers, it sends when the answer has ended. */
  const proxy = async (gathers: boolean): Promise<string> => {
    const port = await listen((incoming, outgoing) => {
      const headers = { ...incoming.headers, host: new URL(server.url).host };
      const passed = request({ host: '127.0.0.1', port: server.port, path: incoming.url, headers }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => void (gathers ? chunks.push(chunk) : outgoing.write(chunk)));
        answer.on('end', () => outgoing.end(Buffer.concat(chunks)));
      });
      passed.end();
    });
    return `http://localhost:${port}`;
  };
  const probe = async () =>
    (await import('node:fs/promises')).readFile(join(server.dataFolder, 'stream.probe'), 'utf8');

  test('through a proxy that passes it on', async () => {
    expect(sayOf(await lookAtStream(await proxy(false), await probe(), false))).toContain('good: Comes as it is sent');
  });

  test('through a proxy that gathers it: what to set there', async () => {
    const said = sayOf(await lookAtStream(await proxy(true), await probe(), false));
    expect(said).toContain('wrong: Something in front gathers the stream');
    expect(said).toContain('proxy_buffering off');
  });

  test('is not looked at while the server itself cannot answer, which is no fault of a proxy', async () => {
    const port = await listen((_incoming, outgoing) => void outgoing.writeHead(503).end());
    const at = `http://localhost:${port}`;
    expect(sayOf(await lookAtStream(at, await probe(), true))).toMatch(
      /^look: Not looked at: the server cannot answer/,
    );
    expect(sayOf(await lookAtStream(at, await probe(), false))).toMatch(/^wrong: .*another server, or a proxy/);
  });

  test('through a proxy that says another host', async () => {
    const port = await listen((incoming, outgoing) => {
      const headers = { ...incoming.headers, host: '127.0.0.1' };
      request({ host: '127.0.0.1', port: server.port, path: incoming.url, headers }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 500);
        answer.pipe(outgoing);
      }).end();
    });
    expect(sayOf(await lookAtStream(`http://localhost:${port}`, await probe(), false))).toContain(
      'proxy_set_header Host $host',
    );
  });

  test('is open to no one without the probe, and the probe opens nothing else', async () => {
    const of = async (path: string, sent: string) =>
      (await fetch(`${server.url}${path}`, { headers: { 'x-vestibule-probe': sent } })).status;
    expect(await of('/api/online/v1/events', 'wrong')).toBe(401);
    expect(await of('/api/online/v1/events', '')).toBe(401);
    for (const path of ['/api/device-compliance/v1/settings', '/api/admin/v1/people']) {
      expect(await of(path, await probe())).toBe(401);
    }
    const { text } = await (async () => {
      const answer = await fetch(`${server.url}/api/online/v1/events`, {
        headers: { 'x-vestibule-probe': await probe() },
      });
      return { text: await answer.text() };
    })();
    expect(text).toBe('event: heartbeat\ndata:\n\n'.repeat(2));
  });
});

describe('identity providers', () => {
  /** A provider whose clock is off, and whose issuer may not be what is set. */
  async function provider({ clockMs = 0, names = (issuer: string) => issuer } = {}): Promise<string> {
    let issuer = '';
    const port = await listen((incoming, outgoing) => {
      outgoing.setHeader('date', new Date(Date.now() + clockMs).toUTCString());
      const document = { issuer: names(issuer), jwks_uri: `${issuer}/keys`, authorization_endpoint: `${issuer}/auth` };
      outgoing.end(JSON.stringify(incoming.url === '/keys' ? { keys: [{ kty: 'RSA' }] } : document));
    });
    issuer = `http://localhost:${port}`;
    return issuer;
  }
  const looking = (day?: string, mayReach = reachesAll) => ({
    date: () => (day === undefined ? new Date() : new Date(day)),
    mayReach,
  });
  const look = (issuer: string, mayReach = reachesAll) =>
    lookAtUpstream(
      { kind: 'oidc', name: 'Entra', settings: { issuer, clientId: 'gate' } },
      looking(undefined, mayReach),
    );

  test('that is within the network, where companies share the installation', async () => {
    const config = { privateNetworks: null, publicUrl: 'https://gate.example.com' };
    const issuer = await provider({});
    const { finding } = await look(issuer, createReach({ config, isOnlyCompany: false }));
    expect(finding).toMatchObject({
      state: 'wrong',
      sentence: expect.stringContaining('within a private network, where this server does not look.'),
      next: expect.stringMatching(
        /VESTIBULE_PRIVATE_NETWORKS.* its own environment, not that of the server.* vestibule\.json/,
      ),
    });
    expect((await look(issuer, createReach({ config, isOnlyCompany: true }))).finding.state).toBe('good');
  });

  test('that answers, and whose clock says that this one is ten minutes behind', async () => {
    const { finding, clock } = await look(await provider({ clockMs: 600_000 }));
    expect(sayOf(finding)).toContain('good: It answers, under the issuer that is set, with its keys.');
    expect(sayOf(lookAtClock(clock === null ? [] : [clock]))).toMatch(/^wrong: .* 10 minutes behind localhost:\d+\./);
  });

  test('that calls itself otherwise', async () => {
    const issuer = await provider({ names: (own) => `${own}/v2.0` });
    expect(sayOf((await look(issuer)).finding)).toContain(`wrong: The provider calls itself ${issuer}/v2.0`);
  });

  test('that is down', async () => {
    const said = sayOf((await look(`http://localhost:${await freePort()}`)).finding);
    expect(said).toContain('cannot be reached: nothing listens there. Look whether this server may go out');
  });

  test.each([
    ['2126-10-01', 'look: It answers; its certificate ends in 27 days.'],
    ['2127-01-01', 'wrong: Its certificate ended'],
    ['2026-12-01', 'good: It answers; its certificate is good for'],
  ])('by SAML, on %s', async (day, said) => {
    const ssoUrl = `http://localhost:${await listen((_request, response) => response.end())}`;
    const settings = { entityId: 'x', ssoUrl, certificates: [LOCALHOST_CERTIFICATE] };
    const { finding } = await lookAtUpstream({ kind: 'saml', name: 'Okta', settings }, looking(day));
    expect(sayOf(finding)).toContain(said);
  });

  test('are those that the company has switched on', async () => {
    const desk = createSocketDesk(server);
    const issuer = await provider();
    const query = { company: 'alderbrook' };
    const body = { kind: 'oidc', name: 'Entra', settings: { issuer, clientId: 'gate' }, secret: 'a-secret' };
    expect((await desk.call('adminAddUpstream', { query, body })).status).toBe(200);
    const { out } = await doctor('--data', server.dataFolder, '--url', server.url);
    expect(out).toContain('✓ Sign-in by Entra: It answers');
    expect(out).toMatch(/✓ Clock: Right to the second, compared with localhost:\d+\./);
  });
});

describe('mail', () => {
  // Of one company, whose name its line leaves out.
  let alone: TestServer;
  beforeAll(async () => {
    alone = await startTestServer();
  });
  afterAll(() => alone.close());

  const mailLine = async () => {
    const { out } = await doctor('--data', alone.dataFolder, '--url', alone.url);
    return out.replaceAll(/\s+/g, ' ');
  };

  test('is looked at through the server, with a login, and sends nothing; what is wrong keeps no one out', async () => {
    expect(await mailLine()).toContain('✓ Mail: No mail server is set: invitations are links to copy.');
    const trusted = tls.getCACertificates('default');
    tls.setDefaultCACertificates([...trusted, LOCALHOST_CERTIFICATE]);
    onTestFinished(() => tls.setDefaultCACertificates(trusted));
    const smtp = await startMailServer();
    onTestFinished(() => smtp.close());
    const desk = createSocketDesk(alone);
    const query = { company: 'alderbrook' };
    const settings = {
      host: 'localhost',
      port: smtp.port,
      security: 'starttls',
      user: MAIL_USER,
      sender: 'a@b.example',
    };
    await desk.call('adminSetMail', { query, body: { ...settings, password: MAIL_PASSWORD } });
    expect(await mailLine()).toContain(
      `✓ Mail: The mail server localhost:${smtp.port} answers over TLS, with a good certificate, and takes the login gate.`,
    );
    await desk.call('adminSetMail', { query, body: { password: 'another' } });
    expect(await mailLine()).toContain(
      '! Mail: The mail server does not take the login gate (535). -> Set its password again: vestibule mail set',
    );
    expect(smtp.received).toEqual([]);
    await desk.call('adminRemoveMail', { query });
  });
});

describe('what is kept', () => {
  test('room: enough, little, none', async () => {
    for (const [free, state] of [
      [5e9, 'good'],
      [1e9, 'look'],
      [1e8, 'wrong'],
    ] as const) {
      expect((await lookAtRoom('/srv', async () => free)).state).toBe(state);
    }
    expect((await lookAtRoom('/nowhere/at/all')).state).toBe('wrong');
  });

  test('uploads that cannot be written', async () => {
    const folder = await makeFolder();
    await writeFile(join(folder, 'evidence'), 'a file where a folder belongs');
    const store = openEvidenceStore({ dataFolder: folder, objectStore: null, now: () => new Date() });
    expect(sayOf(await lookAtUploads(store, 'The data folder', new Date()))).toContain(
      'wrong: The data folder could not be written to',
    );
  });

  test('a PostgreSQL that is not there', async () => {
    const databaseUrl = 'postgresql://127.0.0.1:1/gate';
    const { finding } = await lookAtDatabase({ ...server.context.config, databaseUrl }, true);
    expect(sayOf(finding)).toMatch(
      /^wrong: PostgreSQL cannot be used: .*password are right: DATABASE_URL, or databaseUrl/,
    );
  });
});

const postgres: PostgresServer | null = await startPostgres('empty');

describe.skipIf(postgres === null)('PostgreSQL', () => {
  test('that answers and is empty; its clock is this computer’s, and is not compared', async () => {
    onTestFinished(async () => postgres?.stop());
    const look = await lookAtDatabase({ ...server.context.config, databaseUrl: postgres?.url }, false);
    expect(look).toMatchObject({
      clock: null,
      finding: { state: 'look', sentence: 'PostgreSQL answers, and is empty.' },
    });
  });
});

test('packages of Workplace are named by what there is of them', async () => {
  const folder = await makeFolder();
  expect(sayOf(await lookAtPackages(folder))).toContain('look: There is no package of Workplace to hand out.');
  await writeFile(join(folder, 'workplace_3.6.0_amd64.deb'), '');
  expect(sayOf(await lookAtPackages(folder))).toContain('ready for Linux, and not for Windows, macOS.');
  for (const name of ['workplace-3.6.0-windows-x64.msi', 'workplace-3.6.0-macos-arm64.tar.gz']) {
    await writeFile(join(folder, name), '');
  }
  expect(sayOf(await lookAtPackages(folder))).toBe('good: Workplace lies ready for Windows, macOS, Linux. ');
});

test('everything is looked at, also where one thing is wrong', async () => {
  const read = await loadConfig({
    VESTIBULE_DATA: await makeFolder(),
    VESTIBULE_DOWNLOADS: await makeFolder(),
    VESTIBULE_PUBLIC_URL: 'https://gate.invalid',
  });
  if (!read.ok) throw new Error(read.problems.join());
  const told: [Finding, number][] = [];
  const found = await examine({
    config: read.config,
    addresses: ['https://gate.invalid'],
    now: () => new Date(),
    server: { whyNot: 'No.', isRunning: false },
    tell: (finding) => void told.push([finding, performance.now()]),
  });
  // Each as it is known, in the order of all of them: the server's own line waits for nothing else.
  expect(told.map(([finding]) => finding)).toEqual(found);
  expect(told[0]?.[1]).toBeLessThan(told.at(-1)?.[1] ?? 0);
  expect(found.map(({ check, state }) => `${check} ${state}`)).toEqual([
    'Server wrong',
    'Name wrong',
    'Certificate wrong',
    'Event stream look',
    'Clock look',
    'Database look',
    'Room good',
    'Uploads good',
    'Packages look',
    'Identity providers look',
    'Mail look',
  ]);
});
