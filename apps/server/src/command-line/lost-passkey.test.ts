import type { PasskeyCreationOptions, PasskeyRequestOptions } from '@vestibule/contracts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { people } from '../database/schema.ts';
import { post, type SignInAnswer } from '../subjects/people/testing/people.ts';
import { SoftwareAuthenticator } from '../subjects/people/testing/software-authenticator.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { Visitor } from '../testing/visitor.ts';
import { runCommandLine } from './run-command-line.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** At the server itself, through its socket. @returns what was said, and the token of a link in it */
async function vestibule(...words: string[]) {
  let said = '';
  const write = (text: string) => void (said += text);
  const code = await runCommandLine([...words, '--data', server.dataFolder], {
    out: write,
    err: write,
    columns: undefined,
  });
  return { code, said, token: /#invitation=([\w-]{43})\n/.exec(said)?.[1] ?? '' };
}

/** The same with `--json`. */
async function inJson(...words: string[]) {
  let out = '';
  const streams = { out: (text: string) => void (out += text), err: () => undefined, columns: undefined };
  const code = await runCommandLine([...words, '--json', '--data', server.dataFolder], streams);
  return { code, body: answerSchema.parse(JSON.parse(out)) };
}

const answerSchema = z.object({
  changes: z.array(z.object({ field: z.string(), to: z.unknown() })).optional(),
  warnings: z.array(z.string()).optional(),
  error: z.object({ code: z.string(), message: z.string() }).optional(),
});

/** Opens a link and makes a passkey, as its page does. */
async function signUp(token: string) {
  const visitor = new Visitor(server);
  const authenticator = new SoftwareAuthenticator(server.url);
  const asked = { token, displayName: 'Ilse Brandt' };
  const options = await post<PasskeyCreationOptions>(visitor, 'invitation/passkey-options', asked);
  const secret = { kind: 'passkey', response: authenticator.create(options.body) };
  const accepted = await post<{ code?: string }>(visitor, 'invitation/accept', {
    ...asked,
    isEulaAccepted: true,
    secret,
  });
  return { visitor, authenticator, status: accepted.status, code: accepted.body.code };
}

const mayAct = async (visitor: Visitor) => (await visitor.ask('/api/admin/v1/people')).status;

test('the only administrator, who has lost the passkey, gets in again by a link that the server gives', async () => {
  await vestibule('person', 'add', 'ilse', '--name', 'Ilse Brandt', '--email', 'ilse@example.com');
  await vestibule('person', 'role', 'ilse', 'administrator');
  const invited = await vestibule('person', 'invite', 'ilse');
  const before = await signUp(invited.token);
  expect([before.status, await mayAct(before.visitor)]).toEqual([201, 200]);

  // A link alone stands for the first factor: anyone who took it from the mail could not make a passkey over the lost one.
  const plain = await vestibule('person', 'invite', 'ilse');
  expect(await signUp(plain.token)).toMatchObject({ status: 422, code: 'passkey_refused' });

  const dry = await vestibule('person', 'invite', 'ilse', '--lost-passkey', '--dry-run');
  expect([dry.code, dry.token, await mayAct(before.visitor)]).toEqual([0, '', 200]);

  const renewed = await vestibule('person', 'invite', 'ilse', '--lost-passkey');
  expect([renewed.code, renewed.said]).toEqual([
    0,
    expect.stringContaining('ilse has no passkey and no second factor now.'),
  ]);
  expect(renewed.said).not.toContain('no one would be left');
  expect(renewed.said.replaceAll(/\s+/g, ' ')).toContain(
    'Note: Until ilse has made a new passkey by an invitation, no one can run this company from a browser.',
  );
  expect(await mayAct(before.visitor)).toBe(401);

  const after = await signUp(renewed.token);
  expect([after.status, await mayAct(after.visitor)]).toEqual([201, 200]);
  const spent = { token: renewed.token, displayName: 'Someone else' };
  const second = await post<{ code?: string }>(new Visitor(server), 'invitation/passkey-options', spent);
  expect(second.body.code).toBe('invitation_unknown');

  const finder = new Visitor(server);
  const request = (await post<PasskeyRequestOptions>(finder, 'sign-in/passkey-options', undefined)).body;
  const found = await post<SignInAnswer>(finder, 'sign-in/passkey', { response: before.authenticator.get(request) });
  expect(found.status).toBe(401);
  expect((await vestibule('audit', '--action', 'second-factor')).said).toContain('local command line');
});

describe('a link that makes up for a lost passkey', () => {
  /** An administrator who comes in by a passkey. */
  async function administrator(login: string) {
    const email = `${login}@example.com`;
    await vestibule('person', 'add', login, '--name', login, '--email', email);
    await vestibule('person', 'role', login, 'administrator');
    return (await signUp((await vestibule('person', 'invite', login)).token)).visitor;
  }
  const factors = async (login: string) =>
    (await vestibule('person', 'show', login)).said.includes('passkey (Passkey)');

  test('takes nothing where it would open nothing: with local sign-in off the passkey is what opens the gate', async () => {
    const visitor = await administrator('odile');
    const off = ['company', 'settings', 'set', 'isLocalSignInEnabled=false', '--accept-blocking', '99'];
    expect((await vestibule(...off)).code).toBe(0);
    const words = ['person', 'invite', 'odile', '--lost-passkey'];
    expect((await vestibule(...words)).code).toBe(5);
    expect((await inJson(...words)).body.error?.code).toBe('not_possible');
    expect([await factors('odile'), await mayAct(visitor)]).toEqual([true, 200]);
    await vestibule('company', 'settings', 'set', 'isLocalSignInEnabled=true');
  });

  test('that cannot be made any more, because they are blocked meanwhile, says that the passkey is gone', async () => {
    await administrator('ruben');
    const { database, now } = server.context;
    const write = database.transaction.bind(database);
    vi.spyOn(database, 'transaction').mockImplementationOnce(async (...work) => {
      const done = await write(...work);
      await database.update(people).set({ disabledAt: now() }).where(eq(people.login, 'ruben'));
      return done;
    });
    const { code, body } = await inJson('person', 'invite', 'ruben', '--lost-passkey');
    expect([code, body.error?.message]).toEqual([
      5,
      'ruben is blocked. Unblock them first. ruben has no passkey and no second factor any more, and there is no link yet: vestibule person invite ruben',
    ]);
    expect(await factors('ruben')).toBe(false);
  });

  test('says with --json what was taken for it', async () => {
    await administrator('lena');
    const { code, body } = await inJson('person', 'invite', 'lena', '--lost-passkey');
    expect([code, body.changes?.map(({ field }) => field)]).toEqual([0, ['secondFactors', 'invitation']]);
    expect(body.warnings).toContain('lena has no passkey and no second factor now.');
  });
});
