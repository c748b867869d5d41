import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { findAuditEntries } from '../repositories/audit-log.ts';
import { join } from 'node:path';
import { NO_CLIENT } from '@vestibule/contracts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { applications, auditEntries, people, webSessions, upstreams } from '../database/schema.ts';
import { changeUpstream, findUpstreams } from '../repositories/upstreams.ts';
import { createSocketDesk, given } from '../testing/administrators.ts';
import {
  type Account,
  CLIENT,
  type OidcIdentityProvider,
  startOidcIdentityProvider,
} from '../subjects/people/testing/oidc-identity-provider.ts';
import { addPerson, giveRole } from '../subjects/people/testing/people.ts';
import { runFolder } from '@vestibule/testing/run-folder';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { Visitor } from '../testing/visitor.ts';
import { runCommandLine } from './run-command-line.ts';

const MARA: Account = {
  id: 'subject-of-mara',
  claims: {
    preferred_username: 'mara',
    name: 'Mara Lindqvist',
    email: 'mara@alderbrook.example',
    email_verified: true,
    groups: ['sales', 'pilot'],
  },
};

const trialSchema = z.object({ startUrl: z.string() });

let server: TestServer;
let provider: OidcIdentityProvider;
let folder: string;
let secret: string;
let first: Awaited<ReturnType<typeof connect>>;
let callback: string;

beforeAll(async () => {
  server = await startTestServer();
  provider = await startOidcIdentityProvider();
  folder = await mkdtemp(join(runFolder(), 'connect-'));
  secret = join(folder, 'secret.txt');
  await writeFile(secret, `${CLIENT.secret}\n`);
  first = await connect(['oidc', '--issuer', provider.issuer, '--domain', 'alderbrook.example']);
  callback = /Redirect address, exactly:\s+(\S+)/.exec(first.said)?.[1] ?? '';
  provider.register(callback);
});
afterAll(async () => {
  await provider.close();
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

/** Calls the command, and opens the link it prints, as someone with a browser would. */
async function connect(words: readonly string[], account: Account | null = null) {
  let said = '';
  const opened: Promise<string>[] = [];
  const write = (text: string) => {
    said += text;
    const link = /^ {2}(http\S+\?trial=\S+)$/m.exec(said)?.[1];
    if (link !== undefined && account !== null && opened.length === 0) opened.push(openLink(link, account));
  };
  const code = await runCommandLine(['connect', ...words, '--data', server.dataFolder], {
    out: write,
    err: write,
    columns: undefined,
  });
  const flat = said.replaceAll(/\s+/g, ' ');
  return { code, said, flat, page: (await opened[0]) ?? '' };
}

async function openLink(link: string, account: Account): Promise<string> {
  provider.next = account;
  const visitor = new Visitor(server);
  let address = link;
  for (let hop = 0; hop < 20; hop += 1) {
    const reply = await visitor.ask<string>(address);
    const location = reply.headers.get('location');
    if (location === null) return reply.body;
    address = new URL(location, new URL(address, server.url)).href;
  }
  throw new Error('There is no end to it.');
}

const countSignedIn = async () => (await server.context.database.select().from(webSessions)).length;
const trialsInAudit = async () =>
  (await findAuditEntries(server.context.database, eq(auditEntries.action, 'upstream'), { isOldestFirst: true })).map(
    ({ details }) => details['trial'],
  );
const countPeople = async () => (await server.context.database.select().from(people)).length;

describe('connecting an OpenID Connect identity provider', () => {
  const client = ['oidc', '--client-id', CLIENT.id, '--enable', '--wait', '1'];

  test('says first what to enter on the other side, with addresses that can be copied', () => {
    expect(first.code).toBe(0);
    expect(first.flat).toContain('is noted, and switched off still. On the other side:');
    expect(callback).toMatch(/^http.*\/online\/upstream\/.*\/callback$/);
    expect(first.flat).toContain('vestibule connect oidc --client-id ID --secret-file FILE --enable');
  });

  test('names what fails: a wrong secret is told with its reason, and nothing is switched on', async () => {
    const wrong = join(folder, 'wrong.txt');
    await writeFile(wrong, 'a secret that is not theirs at all');
    const { code, flat, page } = await connect([...client, '--secret-file', wrong], MARA);
    expect(code).toBe(5);
    expect(flat).toContain('The trial sign-in failed. Client id, secret or redirect address do not fit');
    expect(flat).toContain('still switched off');
    expect(flat).toContain(
      'try again with the right values: vestibule connect oidc --client-id ID --secret-file FILE --enable',
    );
    expect(flat).not.toContain('identity-provider set');
    expect(page).toContain('This was a trial');
  });

  test('names the claim that is missing, and what to do about it', async () => {
    const { groups: _groups, ...claims } = MARA.claims;
    const { code, flat } = await connect(['oidc', '--client-id', CLIENT.id, '--secret-file', secret, '--wait', '1'], {
      ...MARA,
      claims,
    });
    expect(code).toBe(0);
    expect(flat).toContain('It works. Signing in would add this person.');
    expect(flat).toContain('Note: groups is missing (their groups). Have it put the person’s groups into the ID token');
    expect(flat).toMatch(/What came: .*email.*preferred_username/);
  });

  test('says that groups which are no list put no one into any', async () => {
    const claims = { ...MARA.claims, groups: 'pilot' };
    const { flat } = await connect(['oidc', '--wait', '1'], { ...MARA, claims });
    expect(flat).toContain('Note: groups came, and isn’t a list of names: it puts no one into a group');
  });

  test('says that there are more groups than come with a sign-in, as Entra ID has it', async () => {
    const { groups: _groups, ...claims } = MARA.claims;
    const { flat } = await connect(['oidc', '--wait', '1'], { ...MARA, claims: { ...claims, hasgroups: true } });
    expect(flat).toContain('Note: the person is in more groups than come with a sign-in.');
    expect(flat).not.toContain('groups is missing');
  });

  test('names the word for phones that is missing, where an application relies on it', async () => {
    const context = await server.company();
    const rely = (unsupportedSystems: string) =>
      server.context.database.update(applications).set({ settings: { unsupportedSystems } });
    const tryAs = async (claims: object, compliance: object | null) => {
      const stored = given((await findUpstreams(server.context.database, context.company.id))[0]);
      const settings = { ...stored.settings, compliance };
      await changeUpstream(server.context.database, context.company.id, stored.id, { settings });
      return (await connect(['oidc', '--wait', '1'], { ...MARA, claims: { ...MARA.claims, ...claims } })).flat;
    };
    const asked = { claim: 'kind', value: 'managed' };
    expect(await tryAs({}, asked)).not.toContain('phones');
    await rely('upstream-claim');
    expect(await tryAs({}, asked)).toContain('Note: kind is missing (its word for phones');
    expect(await tryAs({ kind: 'private' }, asked)).toContain('Note: kind came, with another value');
    expect(await tryAs({ kind: 'managed' }, asked)).not.toContain('phones');
    expect(await tryAs({}, null)).toContain('Note: no identity provider is asked for its word for phones');
    await rely('block');
    expect(await tryAs({}, null)).not.toContain('phones');
  });

  test('says that a person of another domain would be refused', async () => {
    const stranger = { ...MARA, claims: { ...MARA.claims, email: 'mara@elsewhere.example' } };
    const { code, flat } = await connect(client, stranger);
    expect(code).toBe(5);
    expect(flat).toContain('Vestibule would refuse: The e-mail address is of no domain that may sign in here.');
    expect(flat).toContain('still switched off');
  });

  test('tells an administrator, who may be the only person there, that it works and how to go on', async () => {
    const boss = await addPerson(server, 'boss-of-mail');
    await server.context.database
      .update(people)
      .set({ email: 'mara@alderbrook.example' })
      .where(eq(people.id, boss.id));
    await giveRole(server, boss);
    const { code, flat } = await connect(client, MARA);
    await server.context.database.update(people).set({ email: boss.email }).where(eq(people.id, boss.id));
    expect(code).toBe(5);
    expect(flat).toContain('The identity provider itself works. Try it as a person who is new here');
    expect(flat).toContain('vestibule identity-provider set "Company account" --enable');
    expect(flat).toContain("vestibule person link boss-of-mail --identity-provider 'Company account' --subject");
  });

  test('says that a new sign-in is not confirmed, before an application asks for one', async () => {
    const { flat } = await connect(['oidc', '--wait', '1'], { ...MARA, signedInAt: 1_700_000_000 });
    expect(flat).toContain('Note: A new sign-in was asked for, and auth_time does not confirm one.');
    expect((await connect(['oidc', '--wait', '1'], MARA)).flat).not.toContain('A new sign-in');
  });

  test('signs no one in and adds no one, shows what came, and switches it on', async () => {
    const [sessions, known] = [await countSignedIn(), await countPeople()];
    const { code, flat } = await connect(client, MARA);
    expect(code).toBe(0);
    expect(flat).toContain('Groups 2: sales, pilot');
    expect(flat).toContain('is switched on: people see its button.');
    expect([await countSignedIn(), await countPeople()]).toEqual([sessions, known]);
  });

  test('says the link at once with --json, before anybody has signed in, and in a second line what came', async () => {
    const lines: string[] = [];
    const opened: Promise<string>[] = [];
    const call = (words: readonly string[], account: Account) => {
      lines.length = 0;
      opened.length = 0;
      return runCommandLine(['connect', ...words, '--json', '--data', server.dataFolder], {
        out: (text) => {
          lines.push(text);
          // No one can have signed in: the link is in this very line.
          if (lines.length === 1) opened.push(openLink(trialSchema.parse(JSON.parse(text)).startUrl, account));
        },
        err: () => undefined,
        columns: undefined,
      });
    };
    expect(await call(['oidc', '--wait', '1'], MARA)).toBe(0);
    expect(lines.map((line) => line.trimEnd().includes('\n'))).toEqual([false, false]);
    const [trial, result] = lines.map((line): unknown => JSON.parse(line));
    expect(trial).toMatchObject({
      event: 'trial',
      callbackUrl: callback,
      startUrl: expect.stringContaining('?trial=') as unknown,
      steps: expect.arrayContaining([['Redirect address, exactly:', callback]]) as unknown,
    });
    expect(result).toMatchObject({
      event: 'result',
      isStored: true,
      result: { state: 'done', login: 'mara', groups: ['sales', 'pilot'] },
    });
    expect(result).not.toHaveProperty('error');

    const elsewhere = { ...MARA, claims: { ...MARA.claims, email: 'mara@elsewhere.example' } };
    expect(await call(['oidc', '--wait', '1'], elsewhere)).toBe(5);
    expect(lines).toHaveLength(2);
    expect(JSON.parse(lines[1] ?? '')).toMatchObject({
      event: 'result',
      result: { outcome: 'refused' },
      error: { code: 'refused', message: expect.stringContaining('would refuse') as unknown },
    });
    await Promise.all(opened);
  });

  describe('that people sign in at', () => {
    const live = async () => given((await createSocketDesk(server).call('adminUpstreams')).body.upstreams[0]);
    const kept = async () => {
      const { database } = server.context;
      return (await database.select().from(upstreams)).filter(({ id }) => callback.includes(id));
    };

    test('is not given a slip: nothing of it is stored where nothing answers', async () => {
      const before = await kept();
      const { code, flat } = await connect(['oidc', '--issuer', 'http://localhost:9', '--wait', '0']);
      expect([code, flat]).toEqual([2, expect.stringContaining('Nothing was changed, because people sign in there.')]);
      expect([await kept(), (await live()).isEnabled]).toEqual([before, true]);
    });

    test('goes on as it was until the trial of another secret or client has come to something', async () => {
      const before = await kept();
      const wrong = join(folder, 'wrong-live.txt');
      await writeFile(wrong, 'a secret that is not theirs at all');
      const failed = await connect(['oidc', '--secret-file', wrong, '--wait', '1'], MARA);
      expect([failed.code, failed.flat]).toEqual([
        5,
        expect.stringContaining('Nothing was changed: people sign in at Company account as before.'),
      ]);
      expect(failed.flat).toContain('Client id, secret or redirect address do not fit');
      expect((await connect(['oidc', '--client-id', 'theirs', '--wait', '0'])).flat).toContain('Nothing was changed');
      expect(await kept()).toEqual(before);
      const again = await connect(['oidc', '--secret-file', secret, '--wait', '1'], MARA);
      expect([again.code, again.flat]).toEqual([
        0,
        expect.stringContaining('Company account is changed: from now on people sign in with that.'),
      ]);
      const [after] = await kept();
      expect(after?.sealedSecret).not.toBe(before[0]?.sealedSecret);
      expect(after).toMatchObject({ isEnabled: true, settings: before[0]?.settings });
    });
  });

  test('answers in two lines with --json also where the wait breaks off', async () => {
    const name = ['--name', 'Short-lived'];
    await connect(['oidc', ...name, '--issuer', provider.issuer]);
    const lines: string[] = [];
    let removed: Promise<unknown> = Promise.resolve();
    const words = ['connect', 'oidc', ...name, '--client-id', CLIENT.id, '--secret-file', secret, '--json'];
    const code = await runCommandLine([...words, '--data', server.dataFolder], {
      out: (text) => {
        lines.push(text);
        const isShortLived = eq(upstreams.name, 'Short-lived');
        if (lines.length === 1) removed = server.context.database.delete(upstreams).where(isShortLived).execute();
      },
      err: () => undefined,
      columns: undefined,
    });
    await removed;
    expect([code, lines.length]).toEqual([5, 2]);
    expect(JSON.parse(lines[1] ?? '')).toMatchObject({
      event: 'result',
      isEnabled: false,
      result: { state: 'waiting' },
      error: { code: 'not_found', message: 'There is no such identity provider.' },
    });
  });

  test('comes to nothing where it waited for someone in vain, and says so', async () => {
    const lines: string[] = [];
    const now = Date.now.bind(Date);
    let hours = 0;
    const name = ['--name', 'In vain'];
    await connect(['oidc', ...name, '--issuer', provider.issuer]);
    const words = ['connect', 'oidc', ...name, '--client-id', CLIENT.id, '--secret-file', secret, '--enable', '--json'];
    const code = await runCommandLine([...words, '--data', server.dataFolder], {
      out: (text) => {
        lines.push(text);
        // No one opens the link; an hour goes by at each look at the clock.
        if (lines.length === 1) vi.spyOn(Date, 'now').mockImplementation(() => now() + 3_600_000 * (hours += 1));
      },
      err: () => undefined,
      columns: undefined,
    });
    vi.restoreAllMocks();
    expect([code, lines.length]).toEqual([5, 2]);
    expect(JSON.parse(lines[0] ?? '')).not.toHaveProperty('isDryRun');
    expect(JSON.parse(lines[1] ?? '')).toMatchObject({
      event: 'result',
      isEnabled: false,
      result: { state: 'waiting' },
      error: { code: 'refused', message: expect.stringContaining('No one has used the link yet.') as unknown },
    });
  });

  test('a link that was opened before is never a sign-in, though the provider is switched on', async () => {
    const { said } = await connect(['oidc', '--wait', '1'], MARA);
    const link = /(http\S+\?trial=\S+)/.exec(said)?.[1] ?? '';
    const before = await countSignedIn();
    for (const address of [link, `${link}x`, link.replace(/trial=.*/, 'trial='), `${link}&trial=x`]) {
      expect(await openLink(address, MARA)).toContain('This link was used or is over');
    }
    expect(await countSignedIn()).toBe(before);
    expect(await trialsInAudit()).toEqual(expect.arrayContaining(['begun', 'ended']));
    // The same address without a trial is a sign-in like any other.
    await openLink(link.replace(/[?]trial=.*/, ''), MARA);
    expect(await countSignedIn()).toBe(before + 1);
  });
});

test.each([
  [['oidc', '--name', 'No scheme', '--issuer', 'login.alderbrook.example'], 'https://'],
  [['oidc', '--name', 'No https', '--issuer', 'http://login.alderbrook.example'], 'must be https://'],
  [['entra', '--tenant', 'foo'], 'foo is no tenant'],
  [['entra', '--tenant', 'common'], 'common is no tenant'],
  [['okta', '--tenant', 'foo-admin.okta.com'], 'People sign in at foo.okta.com'],
])('%j is refused, and says what to type', async (words, sentence) => {
  const { code, flat } = await connect(words);
  expect([code, flat]).toEqual([2, expect.stringContaining(sentence)]);
});

test('a slip in the tenant is put right by saying it again', async () => {
  const issuerNow = async () => {
    const all = await findUpstreams(server.context.database, (await server.company()).company.id);
    return all.find(({ name }) => name === 'Okta')?.settings['issuer'];
  };
  expect((await connect(['okta', '--tenant', 'fooo.okta.com'])).code).toBe(0);
  expect((await connect(['okta', '--tenant', 'foo.okta.com'])).code).toBe(0);
  expect(await issuerNow()).toBe('https://foo.okta.com');
  expect((await connect(['okta', '--domain', 'alderbrook.example'])).code).toBe(0);
  expect(await issuerNow()).toBe('https://foo.okta.com');
});

test('a domain where anybody gets an address is named, and one that is not the company’s', async () => {
  const { code, flat } = await connect(['google', '--domain', 'gmail.com', 'other.example']);
  expect(code).toBe(0);
  expect(flat).toContain('Note: Anybody can get an address at gmail.com');
  expect(flat).toContain("Note: other.example is not the company's domain");
});

test('what is not complete, or whose issuer does not answer, has no button and no trial', async () => {
  const desk = createSocketDesk(server);
  const google = given((await desk.call('adminUpstreams')).body.upstreams.find(({ name }) => name === 'Google'));
  const change = (body: object) => desk.call('adminUpdateUpstream', { parameters: { upstreamId: google.id }, body });
  const refusal = (sentence: string) => ({
    status: 400,
    body: { code: 'request_malformed', message: expect.stringContaining(sentence) as unknown },
  });
  expect(await change({ isEnabled: true })).toMatchObject(refusal('Google has no client id and no secret yet'));
  const { settings } = google;
  const gone = { ...settings, clientId: 'vestibule', issuer: 'http://localhost:9' };
  expect((await change({ settings: gone, secret: 'a secret' })).status).toBe(200);
  expect(await change({ isEnabled: true })).toMatchObject(refusal('at the issuer http://localhost:9'));
  const trial = await desk.call('adminTryUpstream', { parameters: { upstreamId: google.id } });
  expect(trial).toMatchObject(refusal('at the issuer http://localhost:9'));
  const body = { kind: 'oidc', name: 'Half', settings: { ...settings, clientId: NO_CLIENT } };
  expect(await desk.call('adminAddUpstream', { body })).toMatchObject(refusal('without a client id'));
});

test('an option that says nothing of the kind that is named is refused, and not taken for granted', async () => {
  for (const [words, flag] of [
    [['google', '--tenant', 'x'], '--tenant is for entra and okta'],
    [['google', '--issuer', 'https://x.example'], '--issuer is for okta and oidc'],
    [['oidc', '--metadata', 'x.xml'], '--metadata is for saml'],
    [['saml', '--client-id', 'x'], '--client-id is for entra and okta and google and oidc'],
  ] as const) {
    const { code, flat } = await connect(words);
    expect([code, flat]).toEqual([2, expect.stringContaining(flag)]);
  }
});

test('a maker that needs a tenant is asked for it, and an unknown one is named', async () => {
  expect((await connect(['entra'])).flat).toContain('Say which tenant: --tenant');
  expect(await connect(['keycloak'])).toMatchObject({ code: 2 });
  const entra = await connect(['entra', '--tenant', 'alderbrook.example', '--dry-run']);
  expect(entra.code).toBe(0);
  expect(entra.flat).toContain('https://login.microsoftonline.com/alderbrook.example/v2.0');
});

test('a name that nothing here has, without what a new one needs: the names that are there are said', async () => {
  const { code, flat } = await connect(['oidc', '--name', 'Compny account', '--client-id', 'x']);
  expect([code, flat]).toEqual([
    2,
    expect.stringMatching(
      /^No identity provider is called Compny account; there are: .*Company account.* For a new one: Say where it is: --issuer/,
    ),
  ]);
  expect((await connect(['saml', '--name', 'Half'])).flat).toMatch(/there are: .*Company account.* Give its metadata/);
});

test('SAML metadata of an identity provider is read, or refused with what it lacks', async () => {
  const file = join(folder, 'idp.xml');
  await writeFile(file, '<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="x"/>');
  expect((await connect(['saml', '--name', 'Alderbrook SAML', '--metadata', file])).flat).toContain(
    'describes 0 identity providers',
  );
  const { certificatePem } = (await server.company()).samlKeys.active;
  const base64 = certificatePem.replaceAll(/-----.*-----|\s/g, '');
  await writeFile(
    file,
    `<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="https://idp.example/metadata"><md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol"><md:KeyDescriptor use="signing"><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data><ds:X509Certificate>${base64}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor><md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="https://idp.example/sso"/></md:IDPSSODescriptor></md:EntityDescriptor>`,
  );
  const { code, flat } = await connect(['saml', '--name', 'Alderbrook SAML', '--metadata', file, '--wait', '0']);
  expect([code, flat]).toEqual([0, expect.stringContaining('No one has used the link yet.')]);
  // What to enter at the provider: the entity id, and where its answers go.
  expect(flat).toMatch(/Enter at Alderbrook SAML.*entity id: \S+\/online\/upstream\/[\w-]+\/\S+/);
  expect(flat).toMatch(/assertion consumer service \(POST\): \S+\/online\/upstream\/[\w-]+\/\S+/);
});
