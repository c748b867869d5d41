import type { PasskeyCreationOptions, PasskeyRequestOptions } from '@vestibule/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { post, type SignInAnswer } from '../services/identity/testing/people.ts';
import { SoftwareAuthenticator } from '../services/identity/testing/software-authenticator.ts';
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
  const added = await vestibule(
    'person',
    'add',
    'ilse',
    '--name',
    'Ilse Brandt',
    '--email',
    'ilse@example.com',
    '--invite',
  );
  await vestibule('person', 'role', 'ilse', 'administrator');
  const before = await signUp(added.token);
  expect([before.status, await mayAct(before.visitor)]).toEqual([201, 200]);

  // A link alone stands for the first factor: whoever took it from the mail could not make a passkey over the lost one.
  const plain = await vestibule('person', 'invite', 'ilse');
  expect(await signUp(plain.token)).toMatchObject({ status: 422, code: 'passkey_refused' });

  const dry = await vestibule('person', 'invite', 'ilse', '--lost-passkey', '--dry-run');
  expect([dry.code, dry.token, await mayAct(before.visitor)]).toEqual([0, '', 200]);

  const renewed = await vestibule('person', 'invite', 'ilse', '--lost-passkey');
  expect([renewed.code, renewed.said]).toEqual([
    0,
    expect.stringContaining('ilse has no passkey and no second factor now.'),
  ]);
  expect(await mayAct(before.visitor)).toBe(401);

  const after = await signUp(renewed.token);
  expect([after.status, await mayAct(after.visitor)]).toEqual([201, 200]);
  const spent = { token: renewed.token, displayName: 'Somebody else' };
  const second = await post<{ code?: string }>(new Visitor(server), 'invitation/passkey-options', spent);
  expect(second.body.code).toBe('invitation_unknown');

  const finder = new Visitor(server);
  const request = (await post<PasskeyRequestOptions>(finder, 'sign-in/passkey-options', undefined)).body;
  const found = await post<SignInAnswer>(finder, 'sign-in/passkey', { response: before.authenticator.get(request) });
  expect(found.status).toBe(401);
  expect((await vestibule('audit', '--action', 'second-factor')).said).toContain('local command line');
});
