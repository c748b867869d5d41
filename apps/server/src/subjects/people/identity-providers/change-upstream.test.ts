import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { runCommandLine } from '../../../command-line/run-command-line.ts';
import { people, upstreams } from '../../../database/schema.ts';
import { readAudit } from '../../../testing/at-the-gate.ts';
import { firstCompany, type TestCompany } from '../../../testing/companies.ts';
import { addPerson } from '../../../testing/planted.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { Visitor } from '../../../testing/visitor.ts';
import { findUpstream, issuerOf } from '../../../repositories/upstreams.ts';
import { CLIENT, type OidcIdentityProvider, startOidcIdentityProvider } from '../testing/oidc-identity-provider.ts';
import { findOrCreatePerson } from './people.ts';
import { readUpstream } from './settings.ts';
import { isRefusal } from '../../../context/server-context.ts';
import { createSocketDesk, type Desk, given } from '../../../testing/administrators.ts';

const NOWHERE = 'http://localhost:9';

let server: TestServer;
let company: TestCompany;
let provider: OidcIdentityProvider;
let other: OidcIdentityProvider;
let desk: Desk;
let upstreamId: string;
let name: string;

beforeAll(async () => {
  server = await startTestServer();
  company = await firstCompany(server);
  desk = createSocketDesk(server);
  provider = await startOidcIdentityProvider();
  other = await startOidcIdentityProvider();
  for (const one of [provider, other]) one.register(`${server.url}/callback`);
});
afterAll(async () => {
  await provider.close();
  await other.close();
  await server.close();
});
beforeEach(async () => {
  upstreamId = randomUUID();
  name = `Directory ${upstreamId.slice(0, 8)}`;
  await plant({ issuer: provider.issuer, clientId: CLIENT.id });
});

/** An identity provider that people sign in at. */
async function plant(settings: Record<string, unknown>, kind: 'oidc' | 'saml' = 'oidc'): Promise<void> {
  const { database, masterKey, now } = server.context;
  const sealedSecret = masterKey.seal(CLIENT.secret, upstreamId);
  const row = { companyId: company.id, id: upstreamId, kind, name, settings, sealedSecret, isEnabled: true };
  await database.insert(upstreams).values({ ...row, createdAt: now() });
}

/** Someone who has this account there. */
async function link(subject: string, changes: object = {}): Promise<string> {
  const login = `linked-${randomUUID().slice(0, 8)}`;
  await addPerson(company, login, { upstreamId, upstreamSubject: subject, ...changes });
  return login;
}

const change = (body: object, query: object = {}) =>
  desk.call('adminUpdateUpstream', { parameters: { upstreamId }, body, query });
const stored = async () => given(await findUpstream(server.context.database, company.id, upstreamId));

/** Who comes in whom the identity provider, as it is set now, calls so. */
async function whoIs(subject: string): Promise<string> {
  const context = await server.company();
  const origin = { address: '127.0.0.1', correlationId: 'test' };
  const found = await findOrCreatePerson(context, origin, readUpstream(context, await stored()), {
    issuer: given(issuerOf(await stored())),
    subject,
    login: subject,
    email: null,
    isEmailVerified: false,
    isEmailProven: false,
    displayName: null,
    groups: null,
    userType: null,
    hasSecondFactor: false,
    isDeviceVouchedFor: false,
    level: null,
    received: [],
    hasTooManyGroups: false,
    isFresh: true,
    signedInAt: null,
  });
  return isRefusal(found) ? found.refused : found.person.login;
}

describe('another issuer behind the same provider', () => {
  const moved = () => ({ settings: { issuer: other.issuer, clientId: CLIENT.id } });

  test('makes no one who they were at the one before: it is refused while people are linked, blocked ones too', async () => {
    const login = await link('1');
    await link('2', { disabledAt: server.context.now() });
    const sentence = `2 people are linked by what ${provider.issuer} calls them. Whom ${other.issuer} calls the same would come in as them.`;
    const dry = async (query?: { readonly acceptLinked: string }) => {
      const { status, body } = await desk.dryRun('adminUpdateUpstream', {
        parameters: { upstreamId },
        query,
        body: moved(),
      });
      return [status, body.warnings];
    };
    const refusing = `${sentence} Without --accept-linked 2 this is refused.`;
    expect(await dry()).toEqual([200, [refusing]]);
    expect(await dry({ acceptLinked: '1' })).toEqual([200, [refusing]]);
    expect(await dry({ acceptLinked: '2' })).toEqual([200, [sentence]]);
    const refused = await change(moved());
    expect([refused.status, refused.body.code]).toEqual([409, 'not_possible']);
    expect(refused.body.message).toContain(sentence);
    expect(refused.body.message).toContain('under another name (vestibule connect --help)');
    expect(refused.body.message).toContain('--accept-linked 2');
    expect((await change(moved(), { acceptLinked: '1' })).status).toBe(409);
    expect((await stored()).settings['issuer']).toBe(provider.issuer);
    expect(await whoIs('1')).toBe(login);
    const accepted = await change(moved(), { acceptLinked: '2' });
    expect([accepted.status, accepted.body.warnings]).toEqual([200, [sentence]]);
    expect((await stored()).settings['issuer']).toBe(other.issuer);
  });

  test('is taken where no one is linked, and so is everything else of it where people are', async () => {
    expect((await change(moved())).status).toBe(200);
    await link('1');
    const { body } = await change({ settings: { ...moved().settings, clientId: 'another' }, secret: 'another secret' });
    expect(body.warnings).toEqual([]);
    expect((await stored()).settings).toMatchObject({ issuer: other.issuer, clientId: 'another' });
  });

  test('is another entity id where it speaks SAML', async () => {
    upstreamId = randomUUID();
    name = `SAML ${upstreamId.slice(0, 8)}`;
    const { certificatePem } = (await server.company()).samlKeys.active;
    const saml = { entityId: 'https://idp.example', ssoUrl: 'https://idp.example/sso', certificates: [certificatePem] };
    await plant(saml, 'saml');
    await link('1');
    const refused = await change({ settings: { ...saml, entityId: 'https://other.example' } });
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('--accept-linked 1')]);
    expect((await change({ settings: { ...saml, ssoUrl: 'https://idp.example/sso/2' } })).status).toBe(200);
  });

  test('is accepted on the command line by the number', async () => {
    await link('1');
    const type = async (...words: readonly string[]) => {
      let said = '';
      const write = (text: string) => void (said += text);
      const line = ['connect', 'oidc', '--name', name, '--issuer', other.issuer, '--wait', '0', ...words];
      const streams = { out: write, err: write, columns: undefined };
      const code = await runCommandLine([...line, '--data', server.dataFolder], streams);
      return { code, said: said.replaceAll(/\s+/g, ' ') };
    };
    expect(await type()).toMatchObject({ code: 5, said: expect.stringContaining('--accept-linked 1') as unknown });
    expect(await type('--accept-linked', '1')).toMatchObject({
      code: 0,
      said: expect.stringContaining('?trial=') as unknown,
    });
    expect((await stored()).settings['issuer']).toBe(provider.issuer);
  });
});

describe('a trial of other settings', () => {
  /** @returns where the browser goes that opens its link */
  async function trialOf(body: object): Promise<string> {
    const begun = await desk.call('adminTryUpstream', {
      parameters: { upstreamId },
      body,
      query: { acceptLinked: '1' },
    });
    expect(begun.body.startUrl).toContain('?trial=');
    const opened = await new Visitor(server).ask(begun.body.startUrl);
    return opened.headers.get('location') ?? '';
  }

  test('leads to the other issuer, while people go on to the one they sign in at', async () => {
    await link('1');
    const before = await stored();
    const settings = { issuer: other.issuer, clientId: 'theirs' };
    expect(await trialOf({ settings })).toMatch(new RegExp(`^${other.issuer}/.*client_id=theirs`));
    expect(await trialOf({})).toMatch(new RegExp(`^${provider.issuer}/.*client_id=${CLIENT.id}`));
    const opened = await new Visitor(server).ask(`/online/upstream/${upstreamId}/start`);
    expect(opened.headers.get('location')).toContain(provider.issuer);
    expect(await stored()).toEqual(before);
    // Neither does the audit log hold what was tried.
    expect(JSON.stringify(await readAudit(company, 5))).not.toContain('theirs');
  });

  test('is refused as the change would be, and without an issuer that answers', async () => {
    await link('1');
    const ask = (settings: object) => desk.call('adminTryUpstream', { parameters: { upstreamId }, body: { settings } });
    const moved = await ask({ issuer: other.issuer, clientId: CLIENT.id });
    expect([moved.status, moved.body.message]).toEqual([409, expect.stringContaining('--accept-linked 1')]);
    await server.context.database.update(upstreams).set({ isEnabled: false }).where(eq(upstreams.id, upstreamId));
    await server.context.database.delete(people).where(eq(people.upstreamId, upstreamId));
    const dead = await ask({ issuer: NOWHERE, clientId: CLIENT.id });
    expect([dead.status, dead.body.message]).toEqual([400, expect.stringContaining('Nothing that can sign people in')]);
    expect((await ask({ issuer: other.issuer, clientId: CLIENT.id, isuer: 'x' })).body.message).toContain('isuer');
  });

  test('leads to the other address where it speaks SAML', async () => {
    upstreamId = randomUUID();
    name = `SAML ${upstreamId.slice(0, 8)}`;
    const { certificatePem } = (await server.company()).samlKeys.active;
    const saml = { entityId: 'https://idp.example', ssoUrl: 'https://idp.example/sso', certificates: [certificatePem] };
    await plant(saml, 'saml');
    expect(await trialOf({ settings: { ...saml, ssoUrl: 'https://idp.example/other' } })).toContain(
      '/other?SAMLRequest=',
    );
    expect((await stored()).settings).toEqual(saml);
  });
});

describe('what people sign in at', () => {
  test('is looked at before it changes, as when it is switched on', async () => {
    const held = (await stored()).settings;
    const dead = await change({ settings: { ...held, issuer: NOWHERE } });
    expect([dead.status, dead.body.code]).toEqual([400, 'request_malformed']);
    expect(dead.body.message).toContain(`Nothing was changed, because people sign in there. Nothing that can sign`);
    const secretless = await change({ secret: null });
    expect([secretless.status, secretless.body.message]).toEqual([400, expect.stringContaining('has no secret yet')]);
    expect(await stored()).toMatchObject({
      settings: held,
      isEnabled: true,
      sealedSecret: expect.any(String) as unknown,
    });
    expect((await change({ settings: { ...held, issuer: NOWHERE }, isEnabled: false })).status).toBe(200);
  });

  test('takes what says nothing of the way in while its issuer does not answer', async () => {
    await server.context.database.delete(upstreams);
    await plant({ issuer: NOWHERE, clientId: CLIENT.id });
    const domains = { createsPeople: true, allowedDomains: ['alderbrook.example'] };
    const { status } = await change({
      settings: { issuer: NOWHERE, clientId: CLIENT.id, ...domains },
      name: `Ours ${name}`,
    });
    expect([status, (await stored()).settings['allowedDomains']]).toEqual([200, ['alderbrook.example']]);
  });

  test('is switched off for those who sign in only there once so many are accepted, and names them', async () => {
    const only = await link('only-there', { passwordHash: null });
    await link('here-too', { passwordHash: 'a hash' });
    const wanted = { parameters: { upstreamId }, body: { isEnabled: false } };
    const sentence = `1 person signs in only there, and could sign in no longer: ${only}.`;
    expect((await desk.dryRun('adminUpdateUpstream', wanted)).body.warnings).toContain(
      `${sentence} Without --accept-locking-out 1 this is refused.`,
    );
    const accepted = { ...wanted, query: { acceptLockingOut: '1' } };
    expect((await desk.dryRun('adminUpdateUpstream', accepted)).body.warnings).toContain(sentence);
    const { status, body } = await change({ isEnabled: false });
    expect([status, body.code]).toEqual([409, 'not_possible']);
    expect(body.message).toContain('--accept-locking-out 1');
    expect((await stored()).isEnabled).toBe(true);
    expect((await change({ isEnabled: false }, { acceptLockingOut: '1' })).status).toBe(200);
    expect((await stored()).isEnabled).toBe(false);
  });

  test('does not change without an entry in the audit log', async () => {
    const { database } = server.context;
    const write = database.transaction.bind(database);
    // The database goes away once the change itself is written.
    const away = () => {
      throw new Error('the database is away');
    };
    let transactions = 0;
    vi.spyOn(database, 'transaction').mockImplementation((...work) => {
      transactions += 1;
      return transactions > 1 ? away() : write(...work);
    });
    vi.spyOn(database, 'insert').mockImplementation(away);
    const { status } = await change({ isEnabled: false });
    vi.restoreAllMocks();
    const entries = (await readAudit(company, 20)).filter(({ details }) => details['id'] === upstreamId);
    expect([status, (await stored()).isEnabled, entries.length]).toEqual([200, false, 1]);
  });
});
