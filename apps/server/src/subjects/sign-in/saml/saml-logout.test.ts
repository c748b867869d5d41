import { randomUUID } from 'node:crypto';
import { findAuditEntries } from '../../../repositories/audit-log.ts';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { createSimulatedDevice, fact, type SimulatedDevice } from '@vestibule/testing';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { applications, issuedAssertions } from '../../../database/schema.ts';
import {
  createSigningKey,
  issueLogoutRequest,
  issueLogoutResponse,
  loadSigningKey,
  serviceProviderSchema,
  type SigningKey,
} from '../../../protocols/saml/index.ts';
import { createServiceProvider } from '../../../protocols/saml/testing/verifiers.ts';
import { forgetRefusals } from '../../../testing/forget-refusals.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { Visitor } from '../../../testing/visitor.ts';

const POLICY = `
version: 1
workplaceAccessPolicy: Strict
checks:
  FirewallEnable: { severity: required }
`;
const goodFacts = { firewall: fact({ isOn: true, manager: 'ufw', gaps: [] }) };

interface Application {
  readonly id: string;
  readonly entityId: string;
  readonly sloUrl: string;
  readonly key: SigningKey;
}

let server: TestServer;
let visitor: Visitor;
let device: SimulatedDevice;
let mail: Application;
let wiki: Application;
let old: Application;
let chat: Application;

async function addApplication(name: string, changes: Record<string, unknown>): Promise<Application> {
  const key = loadSigningKey(await createSigningKey(`${name}.example`, server.context.now()));
  const { company, database } = await server.company();
  const entityId = `https://${name}.example/metadata`;
  const sloUrl = `https://${name}.example/slo`;
  const id = randomUUID();
  await database.insert(applications).values({
    companyId: company.id,
    id,
    name,
    entityId,
    startUrl: `https://${name}.example/start`,
    serviceProvider: {
      entityId,
      acsUrls: [{ url: `https://${name}.example/acs`, index: 0, isDefault: true }],
      certificates: [key.certificatePem],
      allowsIdpInitiated: true,
      relayStates: ['/inbox'],
      singleLogoutServices: [{ binding: 'redirect', url: sloUrl }],
      ...changes,
    },
  });
  return { id, entityId, sloUrl, key };
}

beforeAll(async () => {
  server = await startTestServer({ policy: POLICY });
  mail = await addApplication('mail', {});
  wiki = await addApplication('wiki', {});
  chat = await addApplication('chat', { singleLogoutServices: [] });
  old = await addApplication('old', { singleLogoutServices: [], allowsIdpInitiated: false });
});
afterAll(() => server.close());
beforeEach(async () => {
  await forgetRefusals(server);
  visitor = new Visitor(server);
  device = await createSimulatedDevice();
  await visitor.signIn(0);
});

/** Opens an application from the launch pad and passes the gate. */
async function enter(application: Application, query = '', who = visitor, its = device): Promise<void> {
  // What is opened later is the newer one.
  server.advance(1000);
  const started = await who.ask(`/saml/start/${application.id}${query}`);
  const continued = await who.ask(started.headers.get('location') ?? '');
  const marker = new URL(continued.headers.get('location') ?? '', server.url).searchParams.get('login') ?? '';
  await who.ask(`/api/online/v1/pending-sign-in/${marker}`);
  const session = await who.openSession(its);
  await who.report(session, its, goodFacts);
  const result = await who.checkResult(session, marker);
  expect((await who.redeem(await its.open(session, result.body))).status).toBe(200);
}

/** The gate, as an application has it on record. */
function gate() {
  return serviceProviderSchema.parse({
    entityId: `${server.url}/saml/metadata`,
    acsUrls: [{ url: `${server.url}/unused`, index: 0 }],
    singleLogoutServices: [{ binding: 'redirect', url: `${server.url}/saml/slo` }],
  });
}

async function askForLogout(
  application: Application,
  key = application.key,
  says: { readonly name?: string; readonly index?: string } = {},
): Promise<string> {
  const { database } = server.context;
  const issued = await database
    .select()
    .from(issuedAssertions)
    .where(eq(issuedAssertions.applicationId, application.id));
  const last = issued.toSorted((left, right) => left.issuedAt.getTime() - right.issuedAt.getTime()).at(-1);
  if (last === undefined) throw new Error('Nothing was issued to this application.');
  const message = issueLogoutRequest(key, {
    issuer: application.entityId,
    serviceProvider: gate(),
    nameId: { format: last.nameIdFormat, value: says.name ?? last.nameId },
    sessionIndexes: [says.index ?? last.sessionIndex],
    relayState: 'where I was',
    now: server.context.now(),
  });
  return message?.binding === 'redirect' ? message.url : '';
}

/** What the gate sent: the message inside a redirect. */
function read(location: string | null) {
  const url = new URL(location ?? '', server.url);
  const value = url.searchParams.get('SAMLRequest') ?? url.searchParams.get('SAMLResponse') ?? '';
  const xml = inflateRawSync(Buffer.from(value, 'base64')).toString();
  return { to: url.origin + url.pathname, xml, relayState: url.searchParams.get('RelayState') };
}

function answerOf(
  application: Application,
  request: { xml: string; relayState: string | null },
  isDone = true,
): string {
  const inResponseTo = / ID="([^"]+)"/.exec(request.xml)?.[1] ?? '';
  const message = issueLogoutResponse(application.key, {
    issuer: application.entityId,
    serviceProvider: gate(),
    inResponseTo,
    status: isDone ? 'success' : 'unknown',
    relayState: request.relayState,
    now: server.context.now(),
  });
  return message?.binding === 'redirect' ? message.url : '';
}

const locationOf = async (address: string) => (await visitor.ask(address)).headers.get('location');
const isSignedIn = async () => (await visitor.ask('/api/device-compliance/v1/user')).status === 200;

describe('single logout', () => {
  test.each(['', '&back=1'])('a sign-out that is not known (%s) says so to one who is signed in', async (back) => {
    await enter(mail);
    const reply = await visitor.ask<string>(`/saml/sign-out?handle=%22%3E%3Cx%26y${back}`);
    expect(reply.status).toBe(400);
    expect(reply.body).toContain('There is no such sign-out');
    expect(reply.body).toContain('href="/online/session-status"');
    expect(reply.body).not.toContain('<x');
    expect(await isSignedIn()).toBe(true);
    await locationOf(await askForLogout(mail));
  });

  test('an application signs the person out here and at every other application', async () => {
    await enter(mail);
    await enter(wiki);
    const asked = read(await locationOf(await askForLogout(mail)));
    expect(asked.to).toBe(wiki.sloUrl);
    expect(asked.xml).toContain('LogoutRequest');
    expect(await isSignedIn()).toBe(false);
    const answered = read(await locationOf(answerOf(wiki, asked)));
    expect(answered).toMatchObject({ to: mail.sloUrl, relayState: 'where I was' });
    expect(answered.xml).toContain('status:Success');
    expect(answered.xml).not.toContain('PartialLogout');
  });

  test('what could not be ended is said: an application without an address, and one that refuses', async () => {
    await enter(mail);
    await enter(wiki);
    const asked = read(await locationOf(await askForLogout(mail)));
    expect(read(await locationOf(answerOf(wiki, asked, false))).xml).toContain('PartialLogout');
  });

  test.each([
    ['a name that it was never given', { name: 'mara\u200b@alderbrook.example' }],
    ['a session that it was never given', { index: '_other' }],
  ])('an application that names %s hears that no one was signed out', async (_, says) => {
    await enter(mail);
    const told = read(await locationOf(await askForLogout(mail, mail.key, says)));
    expect(told).toMatchObject({ to: mail.sloUrl, relayState: 'where I was' });
    expect([told.xml.includes('UnknownPrincipal'), told.xml.includes('status:Success')]).toEqual([true, false]);
    expect(await isSignedIn()).toBe(true);
    const entries = await findAuditEntries(server.context.database, undefined);
    const written = { action: 'saml-logout', outcome: 'refused', details: { code: 'UnknownPrincipal' } };
    expect(entries[0]).toMatchObject(written);
    expect(read(await locationOf(await askForLogout(mail))).xml).toContain('status:Success');
    expect(await isSignedIn()).toBe(false);
  });

  test('an application that asks for what has ended already hears that it has', async () => {
    await enter(mail);
    await locationOf(await askForLogout(mail));
    expect(read(await locationOf(await askForLogout(mail))).xml).toContain('status:Success');
  });

  test('another person’s key, an unsigned and a used request sign no one out', async () => {
    await enter(mail);
    const foreign = await askForLogout(mail, wiki.key);
    expect((await visitor.ask(foreign)).status).toBe(400);
    const unsigned = (await askForLogout(mail)).replace(/&SigAlg=.*$/, '');
    // Anyone could have written it: the person is asked.
    expect(await locationOf(unsigned)).toBe('/online/session-status?asked=sign-out');
    const stranger = await askForLogout({ ...mail, entityId: 'https://nobody.example/metadata' });
    expect((await visitor.ask(stranger.replace(/&SigAlg=.*$/, ''))).status).toBe(400);
    expect(await isSignedIn()).toBe(true);
    const right = await askForLogout(mail);
    expect((await visitor.ask(right)).status).toBe(303);
    await visitor.signIn(0);
    expect((await visitor.ask(right)).status).toBe(400);
    expect(await isSignedIn()).toBe(true);
    // The second of a kind is counted, and written when its minute is over.
    await forgetRefusals(server);
    const entries = await findAuditEntries(server.context.database, undefined, { isOldestFirst: true });
    const refused = entries.filter(({ action, outcome }) => action === 'saml-logout' && outcome === 'refused');
    expect(refused.filter(({ details }) => details['code'] !== 'UnknownPrincipal')).toHaveLength(3);
  });

  test('an answer counts once, and only from the application that was asked', async () => {
    await enter(mail);
    await enter(wiki);
    const asked = read(await locationOf(await askForLogout(mail)));
    const answer = answerOf(wiki, asked);
    expect(read(await locationOf(answer)).to).toBe(mail.sloUrl);
    expect((await visitor.ask(answer)).status).toBe(400);
  });

  const refused = async (target: string) =>
    (await findAuditEntries(server.context.database, undefined, { isOldestFirst: true })).filter(
      (entry) => entry.action === 'saml-logout' && entry.outcome === 'refused' && entry.target === target,
    );
  test('each application that does not answer is named, also within one minute', async () => {
    const third = await addApplication(`third-${randomUUID().slice(0, 8)}`, {});
    const before = await Promise.all([wiki, third].map(async ({ entityId }) => (await refused(entityId)).length));
    await enter(mail);
    await enter(third);
    await enter(wiki);
    const first = read(await locationOf(await askForLogout(mail)));
    const second = read(await locationOf(withMessage(answerOf(wiki, first), 'AAAA')));
    await locationOf(withMessage(answerOf(third, second), 'AAAA'));
    const after = await Promise.all([wiki, third].map(async ({ entityId }) => (await refused(entityId)).length));
    expect(after).toEqual(before.map((number) => number + 1));
  });
  const withMessage = (answer: string, message: string) => {
    const url = new URL(answer);
    url.searchParams.set('SAMLResponse', message);
    return url.href;
  };
  const SIGNED_INSIDE = deflateRawSync(
    '<samlp:LogoutResponse xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol"><Signature xmlns="http://www.w3.org/2000/09/xmldsig#"/></samlp:LogoutResponse>',
  ).toString('base64');

  test.each([
    ['with a signature inside, as one application makes it', (answer: string) => withMessage(answer, SIGNED_INSIDE)],
    ['that is no message', (answer: string) => withMessage(answer, 'no base64')],
    ['that does not inflate', (answer: string) => withMessage(answer, 'AAAA')],
    ['with half a signature', (answer: string) => answer.replace(/&Signature=[^&]*/, '')],
    ['without a signature', (answer: string) => answer.replace(/&SigAlg=.*$/, '')],
    ['with a changed signature', (answer: string) => answer.replace(/&Signature=.{9}/, '&Signature=AAAAAAAAA')],
    [
      'to another request',
      (_answer: string, asked: ReturnType<typeof read>) =>
        answerOf(wiki, { ...asked, xml: asked.xml.replace(/ ID="[^"]+"/, ' ID="_another"') }),
    ],
    ['of another application', (_answer: string, asked: ReturnType<typeof read>) => answerOf(mail, asked)],
    ['without a message', (answer: string) => answer.replace(/SAMLResponse=[^&]*&/, 'error=server_error&')],
    ['that says twice what it belongs to', (answer: string) => answer.replace(/(&RelayState=[^&]*)/, '$1$1')],
    [
      'without anything but what it belongs to',
      (_answer: string, asked: ReturnType<typeof read>) =>
        `${server.url}/saml/slo?RelayState=${asked.relayState ?? ''}`,
    ],
  ])(
    'an answer %s does not end the chain: the next is told, and the one that began learns the rest',
    async (_name, change) => {
      const before = (await refused(wiki.entityId)).length;
      const third = await addApplication(`third-${randomUUID().slice(0, 8)}`, {});
      await enter(mail);
      await enter(third);
      await enter(wiki);
      const first = read(await locationOf(await askForLogout(mail)));
      // The newest is asked first; the other one is still to be told.
      expect(first.to).toBe(wiki.sloUrl);
      const second = read(await locationOf(change(answerOf(wiki, first), first)));
      expect(second.to).toBe(third.sloUrl);
      const last = read(await locationOf(answerOf(third, second)));
      expect(last).toMatchObject({ to: mail.sloUrl, relayState: 'where I was' });
      expect(last.xml).toContain('PartialLogout');
      const entries = (await refused(wiki.entityId)).slice(before);
      expect(entries).toMatchObject([{ details: { stillOpen: 'wiki' } }]);
    },
  );

  test.each([
    ['an unreadable answer', { SAMLResponse: 'no base64' }],
    ['nothing but the state', {}],
  ])('%s that is posted goes on as well', async (_name, message) => {
    await enter(mail);
    await enter(wiki);
    const asked = read(await locationOf(await askForLogout(mail)));
    const form = { RelayState: asked.relayState ?? '', ...message };
    const reply = await visitor.ask('/saml/slo', { method: 'POST', form });
    const last = read(reply.headers.get('location'));
    expect(last.to).toBe(mail.sloUrl);
    expect(last.xml).toContain('PartialLogout');
  });

  test('no one who does not know a chain ends it or takes a step of it', async () => {
    await enter(mail);
    await enter(wiki);
    const asked = read(await locationOf(await askForLogout(mail)));
    const attacker = new Visitor(server);
    const honest = answerOf(wiki, asked);
    for (const relayState of [null, 'x', 'A'.repeat(43), 'A'.repeat(5000)]) {
      const url = new URL(honest);
      if (relayState === null) url.searchParams.delete('RelayState');
      else url.searchParams.set('RelayState', relayState);
      expect((await attacker.ask(url.href)).status).toBe(400);
      expect((await attacker.ask(withMessage(url.href, 'no base64'))).status).toBe(400);
    }
    // A request is no answer, whatever stands next to it.
    const request = `/saml/slo?SAMLRequest=x&RelayState=${asked.relayState ?? ''}`;
    expect((await attacker.ask(request)).status).toBe(400);
    expect(read(await locationOf(honest)).xml).toContain('status:Success');
  });

  const withoutState = (answer: string) => answer.replace(/&RelayState=[^&]*/, '');
  test('an answer that leaves our RelayState out is known by the request that it answers, in this browser', async () => {
    await enter(mail);
    await enter(wiki);
    const asked = read(await locationOf(await askForLogout(mail)));
    const answer = withoutState(answerOf(wiki, { ...asked, relayState: null }));
    expect(answer).not.toContain('RelayState');
    // Who knows the id from somewhere, and has even the signed answer, is in another browser, and takes no step.
    expect((await new Visitor(server).ask(answer)).status).toBe(400);
    const last = read(await locationOf(answer));
    expect(last).toMatchObject({ to: mail.sloUrl, relayState: 'where I was' });
    expect(last.xml).not.toContain('PartialLogout');
    // Once, as with it.
    expect((await visitor.ask(answer)).status).toBe(400);
  });

  test.each([
    ['a RelayState of its own', 'theirs'],
    ['an empty one', ''],
  ])('an answer with %s goes on as well; one that is signed wrongly counts as none', async (_name, relayState) => {
    await enter(mail);
    await enter(wiki);
    const first = read(await locationOf(await askForLogout(mail)));
    expect(read(await locationOf(answerOf(wiki, { ...first, relayState }))).xml).not.toContain('PartialLogout');
    await visitor.signIn(0);
    await enter(mail);
    await enter(wiki);
    const second = read(await locationOf(await askForLogout(mail)));
    const wrong = answerOf({ ...wiki, key: mail.key }, { ...second, relayState });
    expect(read(await locationOf(wrong)).xml).toContain('PartialLogout');
  });

  test('two sign-outs of one browser at a time do not mix, and neither do two steps of one', async () => {
    const third = await addApplication(`third-${randomUUID().slice(0, 8)}`, {});
    await enter(mail);
    await enter(wiki);
    await enter(third);
    const first = read(await locationOf(await askForLogout(mail)));
    expect(first.to).toBe(third.sloUrl);
    await visitor.signIn(0);
    await enter(mail);
    await enter(wiki);
    const other = read(await locationOf(await askForLogout(mail)));
    expect(other.to).toBe(wiki.sloUrl);
    const second = read(await locationOf(withoutState(answerOf(third, { ...first, relayState: null }))));
    expect(second.to).toBe(wiki.sloUrl);
    expect(read(await locationOf(withoutState(answerOf(wiki, { ...second, relayState: null })))).to).toBe(mail.sloUrl);
    expect(read(await locationOf(withoutState(answerOf(wiki, { ...other, relayState: null })))).to).toBe(mail.sloUrl);
  });

  test('the metadata names the address, and two keys while they are changed', async () => {
    const { body } = await visitor.ask<string>('/saml/metadata');
    expect(body).toContain(`Location="${server.url}/saml/slo"`);
  });
});

describe('signing out on our own page', () => {
  const signOut = async (path = 'sign-out') => {
    const { status, body } = await visitor.ask<{ continueTo: string }>(`/api/online/v1/${path}`, { method: 'POST' });
    expect(status).toBe(200);
    return body.continueTo;
  };
  const stillOpen = (address: string, at = visitor) => {
    const handle = new URL(address, server.url).searchParams.get('left') ?? '';
    return at.ask<{ stillOpen: string[] }>(`/api/online/v1/sign-outs/${handle}`);
  };

  test('goes straight to the end when no application was opened', async () => {
    expect(await signOut()).toBe('/online/?done=signed-out');
    expect(await isSignedIn()).toBe(false);
  });

  test('signs the person out of every application, and ends on the page that says so', async () => {
    await enter(mail);
    await enter(wiki);
    const continueTo = await signOut();
    expect(await isSignedIn()).toBe(false);
    const first = read(await locationOf(continueTo));
    const second = read(await locationOf(answerOf(first.to === mail.sloUrl ? mail : wiki, first)));
    expect([first.to, second.to].toSorted()).toEqual([mail.sloUrl, wiki.sloUrl]);
    expect(second.xml).toContain('LogoutRequest');
    const end = await locationOf(answerOf(second.to === mail.sloUrl ? mail : wiki, second));
    expect(end).toBe('/online/?done=signed-out');
    // The back button opens the beginning a second time.
    expect(await locationOf(continueTo)).toBe('/online/?done=signed-out');
  });

  test('goes on with the back button where an application never answers, and names that one', async () => {
    await enter(mail);
    await enter(wiki);
    const continueTo = await signOut();
    const first = read(await locationOf(continueTo));
    // Nothing comes back from there.
    const second = read(await locationOf(continueTo));
    expect([first.to, second.to].toSorted()).toEqual([mail.sloUrl, wiki.sloUrl]);
    // Too late: it was counted as open.
    const [slow, quick] = first.to === mail.sloUrl ? [mail, wiki] : [wiki, mail];
    expect((await visitor.ask(answerOf(slow, first))).status).toBe(400);
    const end = (await locationOf(answerOf(quick, second))) ?? '';
    expect((await stillOpen(end)).body.stillOpen).toEqual([slow === mail ? 'mail' : 'wiki']);
    expect(await locationOf(continueTo)).toBe(end);
  });

  test('who comes back goes on by a press while it waits, and comes to the end of one that is over', async () => {
    await enter(mail);
    await enter(wiki);
    const continueTo = await signOut();
    const back = () => visitor.ask<string>(`${continueTo}&back=1`);
    expect((await back()).body).toContain(`href="${continueTo}"`);
    const first = read(await locationOf(continueTo));
    expect((await back()).body).toContain('The sign-out is not finished');
    const second = read(await locationOf(answerOf(first.to === mail.sloUrl ? mail : wiki, first)));
    // Looking takes nothing: the answer of the second is still waited for.
    expect((await back()).body).toContain('The sign-out is not finished');
    await locationOf(answerOf(second.to === mail.sloUrl ? mail : wiki, second));
    expect((await back()).headers.get('location')).toBe('/online/?done=signed-out');
  });

  test('posts to an application that takes posts alone, by a page that may come back here', async () => {
    const url = 'http://forms.example/slo';
    await enter(await addApplication('forms', { singleLogoutServices: [{ binding: 'post', url }] }));
    const page = await visitor.ask<string>(await signOut());
    expect(page.status).toBe(200);
    // It may never answer.
    const past = /If nothing happens, <a href="([^"]+)">/.exec(page.body)?.[1] ?? '';
    const end = (await locationOf(past)) ?? '';
    expect((await stillOpen(end)).body.stillOpen).toEqual(['forms']);
    expect(page.body).toContain(`<form method="post" action="${url}">`);
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("form-action 'self' https: http://forms.example;");
  });

  test('everywhere: one request names the sessions of both browsers', async () => {
    const other = new Visitor(server);
    await other.signIn(0);
    await enter(mail, '', other, await createSimulatedDevice());
    await enter(mail);
    const asked = read(await locationOf(await signOut('sign-out-everywhere')));
    expect(asked.to).toBe(mail.sloUrl);
    expect(asked.xml.match(/<samlp:SessionIndex>/g)).toHaveLength(2);
    expect((await other.ask('/api/device-compliance/v1/user')).status).toBe(401);
    expect(await locationOf(answerOf(mail, asked))).toBe('/online/?done=signed-out');
  });

  test('is understood and answered by a service provider that many applications use', async () => {
    await enter(wiki);
    const context = await server.company();
    const service = createServiceProvider('', {
      issuer: wiki.entityId,
      idpIssuer: `${server.url}/saml/metadata`,
      idpCert: context.samlKeys.active.certificatePem,
      logoutUrl: `${server.url}/saml/slo`,
      privateKey: wiki.key.privateKey.export({ type: 'pkcs8', format: 'pem' }),
      signatureAlgorithm: 'sha256',
      digestAlgorithm: 'sha256',
    });
    const address = new URL((await locationOf(await signOut())) ?? '');
    const query = Object.fromEntries(address.searchParams);
    const { profile, loggedOut } = await service.validateRedirectAsync(query, address.search.slice(1));
    if (profile === null) throw new Error('No one was signed out.');
    expect(loggedOut).toBe(true);
    const back = await service.getLogoutResponseUrlAsync(profile, query['RelayState'] ?? '', {}, true);
    expect(await locationOf(back)).toBe('/online/?done=signed-out');
  });

  test('names what could not be signed out, by a handle that no one can make up', async () => {
    await enter(mail);
    await enter(chat);
    const asked = read(await locationOf(await signOut()));
    expect(asked.to).toBe(mail.sloUrl);
    const end = (await locationOf(answerOf(mail, asked, false))) ?? '';
    expect(end).toMatch(/^\/online\/\?done=signed-out&left=[\w-]{43}$/);
    const result = await stillOpen(end, new Visitor(server));
    expect([result.status, result.body.stillOpen.toSorted()]).toEqual([200, ['chat', 'mail']]);
    expect((await stillOpen(`/online/?left=${'A'.repeat(43)}`)).status).toBe(404);
    expect((await stillOpen('/online/?left=short')).status).toBe(400);
    server.advance(11 * 60_000);
    expect((await stillOpen(end)).status).toBe(404);
  });
});

describe('a sign-in that begins here', () => {
  test('leads to an application that allows it, without InResponseTo, and to registered pages only', async () => {
    await enter(mail, '?relayState=%2Finbox');
    const refused = await visitor.ask(`/saml/start/${mail.id}?relayState=%2Felsewhere`);
    expect(refused.status).toBe(400);
  });

  test('begins at the application where it does not', async () => {
    expect(await locationOf(`/saml/start/${old.id}`)).toBe('https://old.example/start');
  });

  test.each([['not-an-id'], ['00000000-0000-4000-8000-000000000000']])('is refused for %s', async (id) => {
    expect((await visitor.ask(`/saml/start/${id}`)).status).toBe(400);
  });
});
