import { X509Certificate } from 'node:crypto';
import { findAuditEntries } from '../../repositories/audit-log.ts';
import { createSimulatedDevice, fact } from '@vestibule/testing';
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { adminTokens, samlKeys, upstreams } from '../../database/schema.ts';
import { addCompany, firstCompany, type TestCompany } from '../../testing/companies.ts';
import { send } from '../../testing/send.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { Visitor } from '../../testing/visitor.ts';
import { createDesk, type Desk, newestAudit, openDesk, given } from '../../testing/administrators.ts';

const POLICY = 'version: 1\nworkplaceAccessPolicy: Permissive\nchecks:\n  FirewallEnable: { severity: recommended }\n';

let server: TestServer;
let company: TestCompany;
let desk: Desk;

/** The certificates of the metadata, and the one in a response that is issued now, as thumbprints. */
async function thumbprints() {
  const of = (base64: string) =>
    new X509Certificate(Buffer.from(base64, 'base64')).fingerprint256.replaceAll(':', '').toLowerCase();
  const { text } = await send(`${server.url}/saml/metadata`, {}, server.port);
  const published = [...text.matchAll(/<ds:X509Certificate>([^<]+)</g)].map((match) => of(match[1] ?? ''));
  const visitor = new Visitor(company);
  const marker = await visitor.openApplication();
  await visitor.signIn(0, marker);
  const device = await createSimulatedDevice();
  const session = await visitor.openSession(device);
  await visitor.report(session, device, { firewall: fact({ isOn: true, manager: 'ufw', gaps: [] }) });
  const permit = await device.open(session, (await visitor.checkResult(session, marker)).body);
  const response = Buffer.from((await visitor.redeem(permit)).body.samlResponse, 'base64').toString();
  return { published: [...new Set(published)], signing: of(/<ds:X509Certificate>([^<]+)</.exec(response)?.[1] ?? '') };
}

describe('credentials', () => {
  beforeAll(async () => {
    server = await startTestServer({ policy: POLICY });
    company = await firstCompany(server);
    desk = await openDesk(company, 'administrator');
  });
  afterAll(() => server.close());

  test('a key is rolled over: published first, then it signs, then the old one goes', async () => {
    const first = given((await desk.call('adminKeys')).body.keys[0]);
    expect(await thumbprints()).toEqual({ published: [first.thumbprint], signing: first.thumbprint });

    expect((await desk.dryRun('adminAddKey')).body).toMatchObject({ isDryRun: true, keyId: null });
    const { body: next } = await desk.call('adminAddKey');
    expect(await thumbprints()).toEqual({ published: [first.thumbprint, next.thumbprint], signing: first.thumbprint });
    expect((await desk.call('adminRetireKey', { parameters: { keyId: first.id } })).body.code).toBe('not_possible');

    const parameters = { keyId: next.keyId };
    const early = await desk.call('adminActivateKey', { parameters });
    expect([early.status, early.body.message]).toEqual([409, expect.stringContaining('--early')]);
    expect(await thumbprints()).toMatchObject({ signing: first.thumbprint });
    const activated = await desk.call('adminActivateKey', { parameters, query: { isEarly: 'true' } });
    expect(activated.body.warnings).toEqual([expect.stringContaining('less than a day old')]);
    expect(await newestAudit(company)).toMatchObject({ action: 'saml-key', target: next.thumbprint });
    expect(await thumbprints()).toEqual({ published: [next.thumbprint, first.thumbprint], signing: next.thumbprint });
    expect((await desk.call('adminActivateKey', { parameters })).body.changes).toEqual([]);

    await desk.call('adminRetireKey', { parameters: { keyId: first.id } });
    expect(await thumbprints()).toEqual({ published: [next.thumbprint], signing: next.thumbprint });
    expect((await desk.call('adminActivateKey', { parameters: { keyId: first.id } })).body.code).toBe('not_possible');
    const states = (await desk.call('adminKeys')).body.keys.map(({ state }) => state);
    // Both were made in the same moment of this clock, so their order says nothing.
    expect(states.toSorted()).toEqual(['active', 'retired']);
  });

  test('private keys are sealed, and neither answers nor entries hold them', async () => {
    const rows = await server.context.database.select().from(samlKeys).where(eq(samlKeys.companyId, company.id));
    for (const { sealed, id } of rows) {
      expect(sealed).not.toContain('PRIVATE');
      expect(server.context.masterKey.unseal(sealed, id)).toContain('PRIVATE KEY');
    }
    const said = JSON.stringify([
      await desk.call('adminKeys'),
      await findAuditEntries(server.context.database, undefined, { isOldestFirst: true }),
    ]);
    expect(said).not.toContain('PRIVATE');
    for (const { sealed } of rows) expect(said).not.toContain(sealed);
  });

  test('of two administrators who activate at once, the keys end with one that signs', async () => {
    const one = (await desk.call('adminAddKey')).body.keyId;
    const two = (await desk.call('adminAddKey')).body.keyId;
    expect((await desk.call('adminAddKey')).body.code).toBe('not_possible');
    await Promise.all(
      [one, two].map((keyId) => desk.call('adminActivateKey', { parameters: { keyId }, query: { isEarly: 'true' } })),
    );
    const { keys } = (await desk.call('adminKeys')).body;
    expect(keys.filter(({ state }) => state === 'active')).toHaveLength(1);
    const unknown = { parameters: { keyId: randomUUID() } };
    expect((await desk.call('adminActivateKey', unknown)).status).toBe(404);
    expect((await desk.call('adminRetireKey', unknown)).status).toBe(404);
  });

  test('a token acts for its company in its role until it is revoked, and is shown once', async () => {
    const body = { name: 'helpdesk', role: 'support', days: 30 };
    expect((await desk.dryRun('adminCreateToken', { body })).body).toMatchObject({ token: null, isDryRun: true });
    const { body: made } = await desk.call('adminCreateToken', { body });
    expect(made.token).toMatch(/^vestibule-admin-[\w-]{43}$/);
    expect((await desk.call('adminCreateToken', { body })).body.code).toBe('already_there');

    const theirs = createDesk(company, { headers: { authorization: `Bearer ${made.token}` } });
    expect((await theirs.call('adminPeople')).status).toBe(200);
    expect((await theirs.call('adminAddKey')).status).toBe(403);
    expect((await theirs.call('adminStatus')).body.caller).toEqual({
      name: 'token helpdesk',
      role: 'support',
      reach: 'company',
    });
    expect(await newestAudit(company)).toMatchObject({ actor: 'token helpdesk' });

    const said = JSON.stringify([
      await desk.call('adminTokens'),
      await server.context.database.select().from(adminTokens),
      await findAuditEntries(server.context.database, undefined, { isOldestFirst: true }),
    ]);
    expect(said).not.toContain(given(made.token).slice(16));
    const parameters = { tokenId: made.tokenId };
    expect((await desk.dryRun('adminRevokeToken', { parameters })).status).toBe(200);
    expect((await theirs.call('adminPeople')).status).toBe(200);
    await desk.call('adminRevokeToken', { parameters });
    expect((await theirs.call('adminPeople')).body.code).toBe('not_signed_in');
    expect((await desk.call('adminRevokeToken', { parameters })).status).toBe(404);
    expect((await desk.call('adminTokens')).body.tokens).toMatchObject([
      { name: 'helpdesk', revokedAt: expect.any(String) },
    ]);
    // The name is free again.
    expect((await desk.call('adminCreateToken', { body })).status).toBe(200);
  });

  test('a token ends by itself', async () => {
    const { body } = await desk.call('adminCreateToken', { body: { name: 'short', role: 'auditor', days: 1 } });
    const theirs = createDesk(company, { headers: { authorization: `Bearer ${body.token}` } });
    expect((await theirs.call('adminPeople')).status).toBe(200);
    server.advance(24 * 3_600_000);
    expect((await theirs.call('adminPeople')).status).toBe(401);
    desk = await openDesk(company, 'administrator');
  });

  test('another company sees neither keys nor tokens, and changes none', async () => {
    const foreign = await openDesk(await addCompany(server, 'elsewhere'), 'administrator');
    const key = given((await desk.call('adminKeys')).body.keys[0]);
    const keys = (await foreign.call('adminKeys')).body.keys;
    expect(keys.map(({ thumbprint }) => thumbprint)).not.toContain(key.thumbprint);
    expect((await foreign.call('adminRetireKey', { parameters: { keyId: key.id } })).status).toBe(404);
    expect((await foreign.call('adminTokens')).body.tokens).toEqual([]);
    const token = given((await desk.call('adminTokens')).body.tokens[0]);
    expect((await foreign.call('adminRevokeToken', { parameters: { tokenId: token.id } })).status).toBe(404);
  });

  describe('an identity provider of the company', () => {
    const settings = { issuer: 'https://login.example', clientId: 'vestibule' };

    test('is added, changed and switched off, and its secret stays sealed', async () => {
      const body = { kind: 'oidc', name: 'Directory', settings, secret: 'client-secret-words' };
      expect((await desk.dryRun('adminAddUpstream', { body })).body.upstreamId).toBeNull();
      const added = await desk.call('adminAddUpstream', { body });
      expect(added.body.changes).toContainEqual({ field: 'secret', from: null, to: '(set)' });
      const parameters = { upstreamId: added.body.upstreamId };
      const [shown] = (await desk.call('adminUpstreams')).body.upstreams;
      expect(shown).toMatchObject({
        name: 'Directory',
        isEnabled: true,
        hasSecret: true,
        settings: { issuer: 'https://login.example', scopes: ['openid', 'profile', 'email'] },
        callbackUrl: `${server.url}/online/upstream/${parameters.upstreamId}/callback`,
      });
      const change = (changes: object) => desk.call('adminUpdateUpstream', { parameters, body: changes });
      expect((await change({ isEnabled: false })).body).toMatchObject({
        changes: [{ field: 'isEnabled', from: true, to: false }],
        warnings: [expect.stringContaining('While it is switched off'), expect.stringContaining('no way to sign in')],
      });
      expect((await change({})).body.changes).toEqual([]);
      expect((await change({ secret: 'other-secret-words' })).body.changes).toEqual([
        { field: 'secret', from: '(set)', to: '(set) again' },
      ]);
      expect((await change({ settings: { ...settings, issuer: 'http://login.example' } })).body.message).toContain(
        'settings.issuer',
      );
      expect((await change({ settings: { ...settings, isuer: 'x' } })).body.message).toContain('settings.isuer');
      const unknown = { parameters: { upstreamId: randomUUID() }, body: {} };
      expect((await desk.call('adminUpdateUpstream', unknown)).status).toBe(404);
      const said = JSON.stringify([
        await desk.call('adminUpstreams'),
        await server.context.database.select().from(upstreams),
        await findAuditEntries(server.context.database, undefined, { isOldestFirst: true }),
      ]);
      expect(said).not.toContain('secret-words');
    });

    test('is refused with the name of the field', async () => {
      const body = {
        kind: 'saml',
        name: 'X',
        settings: { entityId: 'x', ssoUrl: 'https://x.example', certificates: ['no'] },
      };
      expect((await desk.call('adminAddUpstream', { body })).body.message).toContain('settings.certificates');
      const wrong = { kind: 'oidc', name: 'X', settings: { clientId: 'x' } };
      expect((await desk.call('adminAddUpstream', { body: wrong })).body.message).toContain('settings.issuer');
    });
  });
});
