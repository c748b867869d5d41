import { randomUUID } from 'node:crypto';
import { called } from '../../../testing/called.ts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ceremonies, pendingSignIns, people } from '../../../database/schema.ts';
import { forgetRefusals } from '../../../testing/forget-refusals.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { Visitor } from '../../../testing/visitor.ts';
import { addPerson, auditOf, configure } from '../testing/people.ts';
import {
  answer,
  type CarriedRequest,
  decline,
  ENTITY_ID,
  idpKey,
  readRequest,
  sign,
  signaturesOf,
  signOnly,
  signWith,
  SSO_URL,
  strangerKey,
  type Subject,
  withoutSignatures,
} from '../testing/saml-identity-provider.ts';
import { createUpstream, linkPersonToUpstream, updateUpstream } from './manage-upstreams.ts';

const ORIGIN = { address: '127.0.0.1', correlationId: 'test-correlation' };
const FAILED = '/online/?reason=upstream_failed';
const settings = {
  entityId: ENTITY_ID,
  ssoUrl: SSO_URL,
  certificates: [idpKey.certificatePem],
  createsPeople: true,
  allowedDomains: ['alderbrook.example'],
  attributes: { groups: 'memberOf' },
};

let server: TestServer;
let visitor: Visitor;
let upstreamId: string;
let subjects = 0;

beforeAll(async () => {
  server = await startTestServer();
  upstreamId = await addUpstream('Alderbrook SAML');
});
afterAll(() => server.close());

beforeEach(async () => {
  await forgetRefusals(server);
  visitor = new Visitor(server);
  await configure(server, {});
  await change(settings);
});

async function addUpstream(name = `Another SAML ${randomUUID()}`): Promise<string> {
  const input = { kind: 'saml', name, settings, isEnabled: true } as const;
  const created = await createUpstream(await server.company(), ORIGIN, called('boss'), input);
  if ('refused' in created) throw new Error(created.message);
  return created.id;
}

async function change(its: Record<string, unknown>): Promise<void> {
  const input = { kind: 'saml', name: 'Alderbrook SAML', settings: its, isEnabled: true } as const;
  const refusal = await updateUpstream(await server.company(), ORIGIN, called('boss'), upstreamId, input);
  if (refusal !== null) throw new Error(refusal.message);
}

function createSubject(changes: Partial<Subject> = {}): Subject {
  subjects += 1;
  const login = `ines-${subjects}`;
  return {
    id: login,
    login,
    email: `${login}@alderbrook.example`,
    displayName: 'Ines Moreau',
    groups: ['it'],
    ...changes,
  };
}

/** @returns the request that the browser carries to the identity provider */
async function begin(who = visitor, login = ''): Promise<CarriedRequest> {
  const query = login === '' ? '' : `?login=${login}`;
  const reply = await who.ask(`/online/upstream/${upstreamId}/start${query}`);
  return readRequest(reply.headers.get('location') ?? '');
}

/** Posts an answer as the identity provider's page makes the browser do: from another site, without any cookie. */
async function postAnswer(relayState: string, xml: string, id = upstreamId): Promise<string> {
  const response = await fetch(`${server.url}/online/upstream/${id}/acs`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ SAMLResponse: Buffer.from(xml).toString('base64'), RelayState: relayState }),
  });
  expect(response.headers.getSetCookie()).toEqual([]);
  return response.headers.get('location') ?? `status ${response.status}`;
}

/** The whole way back. @returns the page of ours that it ends at */
async function finish(relayState: string, xml: string, who = visitor): Promise<string> {
  const next = await postAnswer(relayState, xml);
  if (!next.includes('/finish')) return next;
  return (await who.ask(next)).headers.get('location') ?? '';
}

const now = () => server.context.now();

describe('signing in at the company’s own SAML identity provider', () => {
  test('adds someone new, knows them again, and says who they are', async () => {
    const subject = createSubject();
    const request = await begin();
    expect(await finish(request.relayState, answer(request, subject, { now: now() }))).toBe('/online/session-status');
    const mine = await visitor.ask<{ user: { userId: string } }>('/api/online/v1/my-session');
    expect(mine.body).toMatchObject({
      user: {
        userLogin: subject.login,
        userDisplayName: 'Ines Moreau',
        userEmail: subject.email,
        userType: 'employee',
      },
      session: { factors: ['upstream'] },
    });
    const [row] = await server.context.database.select().from(people).where(eq(people.id, mine.body.user.userId));
    expect(row).toMatchObject({ groups: ['it'], upstreamId });
    const other = new Visitor(server);
    const again = await begin(other);
    await finish(again.relayState, answer(again, { ...subject, login: 'renamed', groups: [] }, { now: now() }), other);
    expect((await other.ask('/api/online/v1/my-session')).body).toMatchObject({
      user: { userId: mine.body.user.userId },
    });
  });

  test('goes on to the application that asked', async () => {
    const marker = await visitor.openApplication();
    const request = await begin(visitor, marker);
    const xml = answer(request, createSubject(), { now: now() });
    expect(await finish(request.relayState, xml)).toBe(`/device-check/?login=${marker}`);
  });

  test('with a second factor there needs none here; without one it does', async () => {
    await configure(server, { secondFactor: 'required' });
    const subject = createSubject();
    const weak = await begin();
    expect(await finish(weak.relayState, answer(weak, subject, { now: now() }))).toBe('/online/second-factor');
    const strong = await begin();
    const xml = answer(strong, subject, { now: now(), isSecondFactorGiven: true });
    expect(await finish(strong.relayState, xml)).toBe('/online/session-status');
  });

  test('asks for a fresh sign-in where the application does, and takes no older one', async () => {
    const marker = await visitor.openApplication();
    await server.context.database
      .update(pendingSignIns)
      .set({ forceAuthentication: true })
      .where(eq(pendingSignIns.id, marker));
    const request = await begin(visitor, marker);
    expect(request.xml).toContain('ForceAuthn="true"');
    const old = answer(request, createSubject(), {
      now: now(),
      authenticatedAt: new Date(now().getTime() - 3_600_000),
    });
    // A page that tells the application, and no redirect.
    expect(await finish(request.relayState, old)).toBe('');
    expect(await auditOf(server, 'saml-response')).toMatchObject([{ details: { code: 'upstream_not_fresh' } }]);
    const next = await visitor.openApplication({ forceAuthn: true });
    const again = await begin(visitor, next);
    const fresh = answer(again, createSubject(), { now: now() });
    expect(await finish(again.relayState, fresh)).toBe(`/device-check/?login=${next}`);
  });

  test('takes answers of the key before while the identity provider changes it', async () => {
    await change({ ...settings, certificates: [strangerKey.certificatePem, idpKey.certificatePem] });
    const request = await begin();
    expect(await finish(request.relayState, answer(request, createSubject(), { now: now() }))).toBe(
      '/online/session-status',
    );
  });

  test('shows metadata that says what is wanted, with the keys that sign requests', async () => {
    const metadata = (await visitor.ask<string>(`/online/upstream/${upstreamId}/metadata`)).body;
    expect(metadata).toContain(`entityID="${server.url}/online/upstream/${upstreamId}/metadata"`);
    expect(metadata).toContain('WantAssertionsSigned="true"');
    expect(metadata).toContain(`Location="${server.url}/online/upstream/${upstreamId}/acs"`);
    expect(metadata).not.toContain('X509Certificate');
    await change({ ...settings, signsRequests: true });
    const signed = (await visitor.ask<string>(`/online/upstream/${upstreamId}/metadata`)).body;
    const { samlKeys } = await server.company();
    expect(signed.replaceAll(/\s/g, '')).toContain(samlKeys.active.certificateBase64);
    const reply = await visitor.ask(`/online/upstream/${upstreamId}/start`);
    const query = new URL(reply.headers.get('location') ?? '').searchParams;
    expect(query.get('SigAlg')).toBe('http://www.w3.org/2001/04/xmldsig-more#rsa-sha256');
    expect(query.get('Signature')).not.toBeNull();
    const unknown = await visitor.ask('/online/upstream/00000000-0000-4000-8000-000000000009/metadata');
    expect(unknown.status).toBe(404);
  });
});

describe('an answer is refused', () => {
  async function expectRefused(relayState: string, xml: string, code = 'upstream_failed'): Promise<string> {
    const before = (await server.context.database.select().from(people)).length;
    expect(await finish(relayState, xml)).toBe(`/online/?reason=${code}`);
    expect(visitor.cookies.has('vestibule-session')).toBe(false);
    expect(await server.context.database.select().from(people)).toHaveLength(before);
    const entry = (await auditOf(server, 'upstream')).at(-1);
    expect(entry).toMatchObject({ outcome: 'refused', details: { code } });
    return String(entry?.details['reason']);
  }

  test('that declines', async () => {
    const request = await begin();
    await expectRefused(request.relayState, decline(request, now()), 'upstream_denied');
  });

  test('that was given before; of many at once one counts', async () => {
    const request = await begin();
    const xml = answer(request, createSubject(), { now: now() });
    const places = await Promise.all(Array.from({ length: 5 }, () => postAnswer(request.relayState, xml)));
    expect(places.filter((place) => place.includes('/finish'))).toHaveLength(1);
    expect(places.filter((place) => place === FAILED)).toHaveLength(4);
  });

  test('whose handle is used a second time, or later than a minute', async () => {
    const request = await begin();
    const next = await postAnswer(request.relayState, answer(request, createSubject(), { now: now() }));
    expect((await visitor.ask(next)).headers.get('location')).toBe('/online/session-status');
    expect((await visitor.ask(next)).headers.get('location'), 'by the back button').toBe('/online/');
    expect((await new Visitor(server).ask(next)).headers.get('location')).toBe(FAILED);
    const late = await begin();
    const lateNext = await postAnswer(late.relayState, answer(late, createSubject(), { now: now() }));
    server.advance(60_000);
    expect((await visitor.ask(lateNext)).headers.get('location')).toBe(FAILED);
  });

  test('in another browser than the one that began: another person’s answer, slipped in', async () => {
    const attacker = new Visitor(server);
    const request = await begin(attacker);
    const next = await postAnswer(request.relayState, answer(request, createSubject(), { now: now() }));
    await begin(visitor);
    expect((await visitor.ask(next)).headers.get('location')).toBe(FAILED);
    expect(visitor.cookies.has('vestibule-session')).toBe(false);
  });

  test('that no one asked for', async () => {
    const request = await begin();
    const xml = answer(request, createSubject(), { now: now() });
    expect(await postAnswer('x'.repeat(43), xml)).toBe(FAILED);
    for (const tile of ['', 'https://gate.example/']) expect(await postAnswer(tile, xml)).toBe('/online/');
    const unsolicited = sign(withoutSignatures(xml).replaceAll(` InResponseTo="${request.id}"`, ''));
    await expectRefused(request.relayState, unsolicited);
  });

  test('to another request of the same browser', async () => {
    const first = await begin();
    const second = await begin();
    await expectRefused(second.relayState, answer(first, createSubject(), { now: now() }));
  });

  test('later than ten minutes, or of another company’s request', async () => {
    const request = await begin();
    server.advance(600_000);
    await expectRefused(request.relayState, answer(request, createSubject(), { now: now() }));
    const foreign = await begin();
    await server.context.database
      .update(ceremonies)
      .set({ companyId: '00000000-0000-4000-8000-00000000000c' })
      .where(eq(ceremonies.kind, 'upstream-sign-in'));
    await expectRefused(foreign.relayState, answer(foreign, createSubject(), { now: now() }));
  });

  test('at the address of another identity provider, or with the right issuer and another’s key', async () => {
    const otherId = await addUpstream();
    const request = await begin();
    const xml = answer(request, createSubject(), { now: now() });
    expect(await postAnswer(request.relayState, xml, otherId)).toBe(FAILED);
    const forged = await begin();
    await expectRefused(forged.relayState, answer(forged, createSubject(), { now: now(), key: strangerKey }));
    const wrong = await begin();
    const issuer = 'https://evil.example/saml';
    await expectRefused(wrong.relayState, answer(wrong, createSubject(), { now: now(), issuer }));
  });

  const unsignedOf = (request: CarriedRequest, subject = createSubject()) =>
    withoutSignatures(answer(request, subject, { now: now() }));
  const ahead = (ms: number) => new Date(now().getTime() + ms).toISOString();

  test('the same text, signed by the same key, is taken: what follows is refused for what it says', async () => {
    const request = await begin();
    expect(await finish(request.relayState, sign(unsignedOf(request)))).toBe('/online/session-status');
  });

  describe('though honestly signed', () => {
    const changes: [string, (xml: string, request: CarriedRequest) => string][] = [
      [
        'for another audience',
        (xml, { issuer }) => xml.replace(`<saml:Audience>${issuer}`, '<saml:Audience>https://x'),
      ],
      ['for an audience with a blank', (xml) => xml.replace('</saml:Audience>', ' </saml:Audience>')],
      ['without an audience', (xml) => xml.replace(/<saml:AudienceRestriction>.*<\/saml:AudienceRestriction>/s, '')],
      ['for another recipient', (xml) => xml.replace(/Recipient="[^"]+"/, 'Recipient="https://evil.example/acs"')],
      ['without a recipient', (xml) => xml.replace(/ Recipient="[^"]+"/, '')],
      ['for another destination', (xml) => xml.replace(/Destination="[^"]+"/, 'Destination="https://evil.example"')],
      ['without a destination', (xml) => xml.replace(/ Destination="[^"]+"/, '')],
      ['confirmed for another request', (xml, { id }) => replaceLast(xml, `InResponseTo="${id}"`, 'InResponseTo="_x"')],
      ['not confirmed by bearer', (xml) => xml.replace('cm:bearer', 'cm:sender-vouches')],
      ['without a confirmation', (xml) => xml.replace(/<saml:SubjectConfirmation .*<\/saml:SubjectConfirmation>/s, '')],
      ['without an end', (xml) => xml.replace(/(<saml:Conditions .*?) NotOnOrAfter="[^"]+"/, '$1')],
      ['of a moment that is none', (xml) => xml.replace(/NotBefore="[^"]+"/, 'NotBefore="soon"')],
      ['without conditions', (xml) => xml.replace(/<saml:Conditions .*<\/saml:Conditions>/s, '')],
      ['without a statement', (xml) => xml.replace(/<saml:AuthnStatement .*<\/saml:AuthnStatement>/s, '')],
      ['without a subject', (xml) => xml.replace(/<saml:NameID .*<\/saml:NameID>/s, '')],
      ['with two subjects', (xml) => xml.replace(/<saml:NameID .*<\/saml:NameID>/s, (id) => id + id)],
      ['with a name of another format', (xml) => xml.replace('nameid-format:persistent', 'nameid-format:transient')],
      ['with blanks around the name', (xml) => xml.replace('</saml:NameID>', ' </saml:NameID>')],
      ['of another issuer inside', (xml) => replaceLast(xml, `>${ENTITY_ID}<`, '>https://evil.example<')],
      ['of another issuer outside', (xml) => xml.replace(`>${ENTITY_ID}<`, '>https://evil.example<')],
      ['of another version', (xml) => xml.replace('Version="2.0"', 'Version="1.1"')],
      ['that says no', (xml) => xml.replace('status:Success', 'status:Responder')],
    ];
    test.each(changes)('%s', async (_name, spoil) => {
      const request = await begin();
      const unsigned = unsignedOf(request);
      const spoilt = spoil(unsigned, request);
      expect(spoilt).not.toBe(unsigned);
      await expectRefused(request.relayState, sign(spoilt));
    });

    test.each<[string, (xml: string) => string]>([
      ['that is over', (xml) => xml.replaceAll(/NotOnOrAfter="[^"]+"/g, `NotOnOrAfter="${ahead(-120_000)}"`)],
      ['not valid yet', (xml) => xml.replace(/NotBefore="[^"]+"/, `NotBefore="${ahead(121_000)}"`)],
    ])('%s: the clocks do not agree', async (_name, spoil) => {
      const request = await begin();
      const unsigned = unsignedOf(request);
      expect(spoil(unsigned)).not.toBe(unsigned);
      await expectRefused(request.relayState, sign(spoil(unsigned)), 'upstream_clock_wrong');
    });

    test.each([
      ['two minutes, where nothing is set', {}, 120_000],
      ['what is set', { clockSkewMs: 5000 }, 5000],
      ['none, where that is set', { clockSkewMs: 0 }, 0],
    ])('within the skew it is taken, beyond not: %s', async (_name, set, skew) => {
      await change({ ...settings, ...set });
      for (const [ms, expected] of [
        [1000 - skew, '/online/session-status'],
        [-skew, '/online/?reason=upstream_clock_wrong'],
      ] as const) {
        const request = await begin();
        const xml = unsignedOf(request).replaceAll(/NotOnOrAfter="[^"]+"/g, `NotOnOrAfter="${ahead(ms)}"`);
        expect(await finish(request.relayState, sign(xml))).toBe(expected);
      }
    });
  });

  describe('for its signatures', () => {
    const both: [string, (xml: string) => string][] = [
      ['without any', withoutSignatures],
      ['with the Assertion signed alone', (xml) => signOnly(withoutSignatures(xml), 'Assertion')],
      ['with the Response signed alone', (xml) => signOnly(withoutSignatures(xml), 'Response')],
      ['of a stranger, whose certificate it carries', (xml) => sign(withoutSignatures(xml), strangerKey)],
      [
        'with SHA-1',
        (xml) => signWith(withoutSignatures(xml), { signature: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' }),
      ],
      [
        'with digests of SHA-1',
        (xml) => signWith(withoutSignatures(xml), { digest: 'http://www.w3.org/2000/09/xmldsig#sha1' }),
      ],
      [
        'over a form with comments',
        (xml) =>
          signWith(withoutSignatures(xml), {
            transforms: [
              'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
              'http://www.w3.org/2001/10/xml-exc-c14n#WithComments',
            ],
          }),
      ],
      ['by a secret key', (xml) => xml.replaceAll('xmldsig-more#rsa-sha256', 'xmldsig-more#hmac-sha256')],
      ['with a changed name', (xml) => xml.replace(/(<saml:NameID [^>]*>)/, '$1x')],
      ['with a changed attribute', (xml) => xml.replace('Ines Moreau', 'Ines M')],
      ['with a changed status', (xml) => xml.replace('status:Success', 'status:success')],
      ['with a digest cut short', (xml) => xml.replace(/(<ds:DigestValue>[^<]+)[^<]{4}</, '$1<')],
    ];
    test.each(both)('%s', async (_name, spoil) => {
      const request = await begin();
      const honest = answer(request, createSubject(), { now: now() });
      const spoilt = spoil(honest);
      expect(spoilt).not.toBe(honest);
      await expectRefused(request.relayState, spoilt);
    });
  });

  describe('for its shape: signature wrapping', () => {
    /** A forged assertion about someone who is known here, next to the honest one of the attacker. */
    async function forge() {
      const request = await begin();
      const honest = answer(request, createSubject({ login: 'attacker' }), { now: now() });
      const victim = await addPerson(server);
      await linkPersonToUpstream(await server.company(), ORIGIN, called('boss'), victim, {
        upstreamId,
        subject: 'victim',
      });
      const [outer = '', inner = ''] = signaturesOf(honest);
      const unsigned = withoutSignatures(honest);
      const assertion = /<saml:Assertion .*<\/saml:Assertion>/s.exec(honest)?.[0] ?? '';
      const evil = withoutSignatures(assertion)
        .replace(/(<saml:NameID [^>]*>)[^<]*/, '$1victim')
        .replace(/ ID="[^"]+"/, ' ID="_evil"');
      return { request, honest, outer, inner, unsigned, assertion, evil };
    }
    type Forged = Awaited<ReturnType<typeof forge>>;
    const object = (signature: string, xml: string) =>
      signature.replace('</ds:Signature>', `<ds:Object>${xml}</ds:Object></ds:Signature>`);
    const inRoot = (response: string, xml: string) => response.replace('</samlp:Response>', `${xml}</samlp:Response>`);
    const asEvilResponse = ({ unsigned, assertion, evil }: Forged, signature: string, more = '') =>
      unsigned
        .replace(/ ID="[^"]+"/, ' ID="_evilResponse"')
        .replace(withoutSignatures(assertion), `${evil}${more}`)
        .replace(/(<\/saml:Issuer>)/, `$1${signature}`);

    const wrappings: [string, (forged: Forged) => string][] = [
      [
        'XSW1: the honest response inside the forged one’s signature',
        (f) => asEvilResponse(f, object(f.outer, f.unsigned)),
      ],
      ['XSW2: the honest response next to its signature', (f) => inRoot(asEvilResponse(f, f.outer), f.unsigned)],
      ['XSW3: the forged assertion in front', (f) => f.honest.replace(f.assertion, `${f.evil}${f.assertion}`)],
      [
        'XSW4: the honest assertion inside the forged one',
        (f) => f.honest.replace(f.assertion, f.evil.replace('</saml:Assertion>', `${f.assertion}</saml:Assertion>`)),
      ],
      [
        'XSW5: the signature in the forged one, the honest one behind',
        (f) =>
          f.honest.replace(
            f.assertion,
            f.evil.replace('</saml:Issuer>', `</saml:Issuer>${f.inner}`) + withoutSignatures(f.assertion),
          ),
      ],
      [
        'XSW6: the honest one in the forged one’s signature',
        (f) =>
          f.honest.replace(
            f.assertion,
            f.evil.replace('</saml:Issuer>', `</saml:Issuer>${object(f.inner, withoutSignatures(f.assertion))}`),
          ),
      ],
      [
        'XSW7: the forged one in Extensions',
        (f) => f.honest.replace(/(<samlp:Status>)/, `<samlp:Extensions>${f.evil}</samlp:Extensions>$1`),
      ],
      [
        'XSW8: the honest one in an Object',
        (f) =>
          f.honest.replace(
            f.assertion,
            f.evil.replace('</saml:Issuer>', `</saml:Issuer>${object(f.inner, f.assertion)}`),
          ),
      ],
      ['the forged one behind', (f) => f.honest.replace(f.assertion, `${f.assertion}${f.evil}`)],
      [
        'one id twice',
        (f) => f.honest.replace(f.assertion, `${f.evil.replace('_evil', idOf(f.assertion))}${f.assertion}`),
      ],
      [
        'one id twice in another spelling',
        (f) => f.honest.replace('<samlp:Status>', `<samlp:Status Id="${idOf(f.assertion)}">`),
      ],
      ['an id in a namespace', (f) => f.honest.replace('<samlp:Status>', '<samlp:Status samlp:ID="_x">')],
      ['two signatures of one', (f) => f.honest.replace(f.inner, f.inner + f.inner)],
      ['two SignedInfo', (f) => f.honest.replace(/<ds:SignedInfo>.*?<\/ds:SignedInfo>/s, (info) => info + info)],
      ['two References', (f) => f.honest.replace(/<ds:Reference .*?<\/ds:Reference>/s, (part) => part + part)],
      [
        'the signatures exchanged',
        (f) => f.honest.replace(f.outer, '@').replace(f.inner, f.outer).replace('@', f.inner),
      ],
      ['an assertion of another kind of root', (f) => f.assertion],
      [
        'an encrypted assertion next to',
        (f) => inRoot(f.honest, '<saml:EncryptedAssertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"/>'),
      ],
      ['a signed “no” around a forged assertion', (f) => inRoot(decline(f.request, now()), f.evil)],
    ];
    test.each(wrappings)('%s', async (_name, wrap) => {
      const forged = await forge();
      const xml = wrap(forged);
      expect(xml).not.toBe(forged.honest);
      await expectRefused(forged.request.relayState, xml);
    });
  });

  describe('for its text', () => {
    const tricks: [string, (xml: string) => string][] = [
      ['a comment in the name', (xml) => xml.replace(/(<saml:NameID [^>]*>..)/, '$1<!---->')],
      ['a processing instruction in the name', (xml) => xml.replace(/(<saml:NameID [^>]*>)/, '$1<?p not-?>')],
      ['CDATA', (xml) => xml.replace('Ines Moreau', '<![CDATA[Ines Moreau]]>')],
      ['a DOCTYPE', (xml) => `<!DOCTYPE x [<!ENTITY e "x">]>${xml}`],
      ['an entity', (xml) => xml.replace('Ines Moreau', '&e;')],
      ['a byte order mark', (xml) => `\ufeff${xml}`],
      ['NUL', (xml) => xml.replace('Ines Moreau', 'Ines\0Moreau')],
      ['too deep', (xml) => xml.replace('<samlp:Status>', `${'<a>'.repeat(40)}${'</a>'.repeat(40)}<samlp:Status>`)],
      ['not XML', () => 'Success'],
      ['nothing', () => ''],
    ];
    test.each(tricks)('%s', async (_name, spoil) => {
      const request = await begin();
      const xml = spoil(answer(request, createSubject(), { now: now() }));
      const place = await finish(request.relayState, xml);
      expect([FAILED, 'status 400']).toContain(place);
      expect(visitor.cookies.has('vestibule-session')).toBe(false);
    });

    test('that is no form, or lacks a field, is answered with a page', async () => {
      for (const body of [{}, { RelayState: 'x'.repeat(43) }]) {
        const url = `${server.url}/online/upstream/${upstreamId}/acs`;
        const response = await fetch(url, { method: 'POST', body: new URLSearchParams(body) });
        expect([response.status, response.headers.get('content-type')]).toEqual([400, 'text/html; charset=utf-8']);
      }
    });
  });
});

test('a certificate that is none, or too weak, is not taken', async () => {
  const input = { kind: 'saml', name: 'x', isEnabled: true } as const;
  for (const certificates of [[], ['no certificate'], [idpKey.certificatePem.slice(0, 200)]]) {
    const created = await createUpstream(await server.company(), ORIGIN, called('boss'), {
      ...input,
      settings: { ...settings, certificates },
    });
    expect(created).toMatchObject({ refused: 'request_malformed' });
  }
});

function idOf(assertion: string): string {
  return / ID="([^"]+)"/.exec(assertion)?.[1] ?? '';
}

function replaceLast(text: string, search: string, replacement: string): string {
  const at = text.lastIndexOf(search);
  return at === -1 ? text : text.slice(0, at) + replacement + text.slice(at + search.length);
}
