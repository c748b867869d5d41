import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { ADMIN_CALLS } from '@vestibule/contracts';
import { runFolder } from '@vestibule/testing/run-folder';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildCommandLine } from '../../../../scripts/build-command-line.ts';
import { createSocketDesk, loginOf, plantAdministrator } from '../testing/administrators.ts';
import { firstCompany, type TestCompany } from '../testing/companies.ts';
import { type Guise, make } from '../testing/contract-call.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import type { Ran } from './testing/run-binary.ts';

let server: TestServer;
let company: TestCompany;
let folder: string;
let script: string;
let settings: string;

beforeAll(async () => {
  folder = await mkdtemp(join(runFolder(), 'login-'));
  [server, script] = await Promise.all([startTestServer(), buildCommandLine(join(folder, 'built'))]);
  company = await firstCompany(server);
});
beforeEach(async () => {
  settings = await mkdtemp(join(folder, 'settings-'));
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

/** The script, in a process of its own. */
function begin(...words: string[]) {
  const child = spawn(process.execPath, [script, ...words], {
    cwd: folder,
    env: { XDG_CONFIG_HOME: settings, PATH: '/nowhere' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((done) => child.once('close', done));
  let err = '';
  const { promise: shown, resolve } = Promise.withResolvers<URL>();
  child.stderr.setEncoding('utf8').on('data', (said: string) => {
    err += said;
    const address = /^(http\S+)$/m.exec(err)?.[1];
    if (address !== undefined && err.includes('only if')) resolve(new URL(address));
  });
  const out = text(child.stdout);
  return { shown, ran: async (): Promise<Ran> => ({ code: await ended, out: await out, err }) };
}
const run = (...words: string[]) => begin(...words).ran();

/** What the page does when its person presses the button. */
async function allowAt(page: URL, guise: Guise): Promise<{ code: string; callback: string }> {
  const { port, challenge, state, computer } = Object.fromEntries(page.searchParams);
  const parts = { body: { port: Number(port), challenge, computer, login: await loginOf(company, guise) } };
  const { code } = JSON.parse((await make(company, ADMIN_CALLS.adminAllowCommandLine, parts, guise)).text) as {
    code: string;
  };
  return {
    code,
    callback: `http://127.0.0.1:${port}/callback?${new URLSearchParams({ code, state: state ?? '' }).toString()}`,
  };
}

async function open(address: string): Promise<{ status: number | undefined; location: string | undefined }> {
  return new Promise((done, fail) => {
    request(address, (answer) => {
      answer.resume();
      done({ status: answer.statusCode, location: answer.headers.location });
    })
      .once('error', fail)
      .end();
  });
}

const kept = () => readFile(join(settings, 'vestibule', 'sign-ins.json'), 'utf8');
const tokenIn = (file: string) => /vestibule-admin-[\w-]+/.exec(file)?.[0] ?? '';

async function signIn(guise: Guise): Promise<Ran & { readonly token: string }> {
  const login = begin('login', '--no-browser', '--url', server.url);
  const { callback } = await allowAt(await login.shown, guise);
  expect(await open(callback)).toEqual({
    status: 303,
    location: `${server.url}/console/command-line/allow?end=signed-in`,
  });
  return { ...(await login.ran()), token: tokenIn(await kept()) };
}

describe('vestibule login', () => {
  test('keeps a sign-in that commands use, and logout ends it here and at the gate', async () => {
    const { guise, login } = await plantAdministrator(company, { role: 'administrator' });
    const done = await signIn(guise);
    expect([done.code, done.err.includes(done.token), done.out.includes(done.token)]).toEqual([0, false, false]);
    expect(done.out.replaceAll(/\s+/g, ' ')).toContain(`as ${login} (administrator) until`);
    expect((await stat(join(settings, 'vestibule', 'sign-ins.json'))).mode & 0o777).toBe(0o600);

    // Without a word of which gate: the one that was signed in at last.
    expect((await run('person', 'list')).out).toContain('nadia');
    const refused = await run('token', 'create', 'more', '--role', 'auditor');
    expect([refused.code, refused.err.replaceAll(/\s+/g, ' ')]).toEqual([
      4,
      expect.stringContaining('No token does this'),
    ]);
    const file = join(folder, 'no.token');
    expect((await run('status', '--url', server.url, '--token-file', file)).code).toBe(2);

    expect(await run('logout')).toMatchObject({ code: 0, out: expect.stringContaining('Signed out') as unknown });
    expect(await kept()).not.toContain(done.token);
    const bearer = { headers: { authorization: `Bearer ${done.token}` } };
    expect((await make(company, ADMIN_CALLS.adminStatus, {}, bearer)).status).toBe(401);
    expect((await run('person', 'list')).err.replaceAll(/\s+/g, ' ')).toContain('vestibule login --url');
    expect(await run('logout')).toMatchObject({ code: 5, err: expect.stringContaining('not signed in') as unknown });
  });

  test('in place of an earlier sign-in at the same gate ends that one', async () => {
    const { guise } = await plantAdministrator(company, { role: 'auditor' });
    const [first, second] = [await signIn(guise), await signIn(guise)];
    const statusOf = async (token: string) =>
      (await make(company, ADMIN_CALLS.adminStatus, {}, { headers: { authorization: `Bearer ${token}` } })).status;
    expect([await statusOf(first.token), await statusOf(second.token)]).toEqual([401, 200]);
  });

  test('says that it has ended when the person was signed out everywhere, and how to go on', async () => {
    const { guise, personId } = await plantAdministrator(company, { role: 'auditor' });
    await signIn(guise);
    await createSocketDesk(server).call('adminEndSessions', { parameters: { personId } });
    const ended = await run('status', '--json');
    expect(ended.code).toBe(4);
    expect(JSON.parse(ended.out)).toMatchObject({
      error: { code: 'not_signed_in', next: `Sign in again: vestibule login --url ${server.url}` },
    });
  });

  test('takes no answer with another state, and no code that was made for another command line', async () => {
    const { guise } = await plantAdministrator(company, { role: 'administrator' });
    const victim = begin('login', '--no-browser', '--url', server.url);
    const page = await victim.shown;
    const forged = await allowAt(page, guise);
    expect((await open(forged.callback.replace(/state=.*/, `state=${'x'.repeat(43)}`))).status).toBe(400);
    // Of the attacker's own command line, brought to the victim's port with the victim's state.
    const attackers = new URL(page);
    attackers.searchParams.set('challenge', 'A'.repeat(43));
    const other = await allowAt(attackers, guise);
    expect(await open(other.callback)).toEqual({
      status: 303,
      location: `${server.url}/console/command-line/allow?end=failed`,
    });
    const ran = await victim.ran();
    expect([ran.code, ran.err.replaceAll(/\s+/g, ' ')]).toEqual([4, expect.stringContaining('Begin again')]);
    await expect(kept()).rejects.toThrow('ENOENT');
  });

  test('that the person does not allow signs no one in', async () => {
    const login = begin('login', '--no-browser', '--url', server.url);
    const page = await login.shown;
    const { port, state = '' } = Object.fromEntries(page.searchParams);
    await open(
      `http://127.0.0.1:${port}/callback?${new URLSearchParams({ error: 'access_denied', state }).toString()}`,
    );
    expect(await login.ran()).toMatchObject({ code: 4, err: expect.stringContaining('did not allow it') as unknown });
  });

  test('goes to no gate without https, and says what is missing', async () => {
    expect(await run('login', '--url', 'http://gate.example.com')).toMatchObject({
      code: 2,
      err: expect.stringContaining('without https') as unknown,
    });
    expect((await run('login')).err).toContain('Say which gate');
    expect((await run('login', '--no-browser', '--json', '--url', server.url)).code).toBe(2);
    expect((await run('status', '--url', server.url)).err).toContain('vestibule login --url');
  });
});

test('the gate hands its own command line out, as a file to save and nothing that a page runs', async () => {
  const { status, headers, body } = await download();
  expect([status, headers.get('content-type'), headers.get('content-disposition')]).toEqual([
    200,
    'application/octet-stream',
    'attachment; filename="vestibule.mjs"',
  ]);
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  const built = await readFile(join(import.meta.dirname, '../../../../dist/command-line/vestibule.mjs'), 'utf8');
  expect(body === built).toBe(true);
});

async function download() {
  const response = await fetch(`${server.url}/console/vestibule.mjs`);
  return { status: response.status, headers: response.headers, body: await response.text() };
}
