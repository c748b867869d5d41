import { randomUUID } from 'node:crypto';
import type { CompanySettings, Settings } from '@vestibule/contracts';
import { createSimulatedDevice, fact } from '@vestibule/testing';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { accessTokens, people, webSessions } from '../../database/schema.ts';
import { upsertSilo, updateCompany } from '../../repositories/admin-companies.ts';
import { activateSamlKey, retireSamlKey } from '../../repositories/admin-saml-keys.ts';
import { findSamlKeys, storeSamlKey } from '../../repositories/saml-keys.ts';
import { createSigningKey, loadSigningKey } from '../../protocols/saml/index.ts';
import { openDesk } from '../../testing/administrators.ts';
import { addPerson, setApplication, setPolicy, signInAs, type TestPerson } from '../../testing/at-the-gate.ts';
import { addSilo, configure, firstCompany, type TestCompany } from '../../testing/companies.ts';
import { type PostgresServer, startPostgres } from '../../testing/postgres.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { createAuthnRequest, Visitor } from '../../testing/visitor.ts';

const policyOf = (severity: string) =>
  `version: 1\nworkplaceAccessPolicy: Strict\nchecks:\n  FirewallEnable: { severity: ${severity} }\n`;
const off = { firewall: fact({ isOn: false, manager: 'ufw', gaps: [] }) };

const postgres: PostgresServer | null = await startPostgres();
if (postgres === null)
  process.stdout.write('PostgreSQL is not installed: two servers on one database are not tested.\n');

let first: TestServer;
let second: TestServer;
/** Written to by the first server, which tells the other one nothing: no event is published, and clocks stand still. */
let there: TestCompany;
let person: TestPerson;
/** In a browser that the second server answers. */
let visitor: Visitor;

beforeAll(async () => {
  first = await startTestServer({ policy: policyOf('recommended'), databaseUrl: postgres?.url });
  second = postgres === null ? first : await startTestServer({ besides: first });
  there = await firstCompany(first);
});
afterAll(async () => {
  if (second !== first) await second.close();
  await first.close();
  await postgres?.stop();
});
beforeEach(async () => {
  await configure(there, {});
  await setPolicy(there, policyOf('recommended'));
  await setApplication(there, { disabledAt: null });
  person = await addPerson(there);
  visitor = new Visitor({ url: second.url, port: second.port, context: second.context });
  await signInAs(visitor, person);
});

const passive = () => createAuthnRequest(visitor.server, { isPassive: true });

/** The certificate in what a page posts to the application. */
function signedBy(page: string): string | undefined {
  const [, encoded = ''] = /name="SAMLResponse" value="([^"]+)"/.exec(page) ?? [];
  return /X509Certificate>([^<]+)</.exec(Buffer.from(encoded, 'base64').toString())?.[1];
}

const settings = async () => (await visitor.ask<Settings>('/api/device-compliance/v1/settings')).body;

describe.skipIf(postgres === null)(
  'what was changed on another server holds on the next call, and no one said so',
  () => {
    test('settings', async () => {
      expect((await settings()).productName).not.toBe('Porch');
      await configure(there, { productName: 'Porch' });
      expect((await settings()).productName).toBe('Porch');
    });

    test('what stands in the company itself', async () => {
      const before = await settings();
      await updateCompany(first.context.database, there.id, { displayName: `Alder ${person.id}` });
      expect((await settings()).company).toEqual({ ...before.company, displayName: `Alder ${person.id}` });
    });

    test('its silo', async () => {
      const url = await addSilo(first, [there]);
      await settings();
      const { silo } = await settings();
      expect(silo.devicesV2ApiEndpoints.map((endpoint) => endpoint.url)).toContain(url);
      const moved = { id: silo.id, clientDownloadBasePath: null, regions: ['us'], endpoints: [] };
      await upsertSilo(first.context.database, moved);
      expect((await settings()).silo.regions).toEqual(['us']);
    });

    test('the policy: a computer that was let in is stopped', async () => {
      const device = await createSimulatedDevice();
      const marker = await visitor.openApplication();
      await visitor.ask(`/api/online/v1/pending-sign-in/${marker}`);
      const session = await visitor.openSession(device);
      expect((await visitor.report(session, device, off)).status).toBe(204);
      const open = await visitor.checkResult(session, marker);
      const permit = await device.open(session, open.body);
      await setPolicy(there, policyOf('sign-in-stopper'));
      // By session, and by token.
      expect((await visitor.redeem(permit)).body).toMatchObject({ code: 'policy_not_met' });
      expect((await visitor.checkResult(session, marker)).body.encryptedPermit).toBeNull();
      await setPolicy(there, policyOf('recommended'));
      expect((await visitor.checkResult(session, marker)).body.encryptedPermit).not.toBeNull();
    });

    test('the policy that an administrator is shown', async () => {
      const desk = await openDesk({ ...there, port: second.port, context: second.context }, 'administrator');
      const before = (await desk.call('adminPolicy')).body.version;
      await setPolicy(there, policyOf('required'));
      expect((await desk.call('adminPolicy')).body.version).not.toBe(before);
    });

    test('the keys, in the metadata and in what is signed', async () => {
      const { database, masterKey, now } = first.context;
      // What the metadata itself is signed with stands there as well.
      const published = async () => {
        const { body } = await visitor.ask<string>('/saml/metadata');
        return [...new Set([...body.matchAll(/X509Certificate>([^<]+)</g)].map(([, certificate]) => certificate))];
      };
      const [before] = await published();
      const [signing] = await findSamlKeys(database, there.id);
      const id = randomUUID();
      const text = await createSigningKey('localhost', now());
      const added = loadSigningKey(text).certificateBase64;
      const key = {
        companyId: there.id,
        id,
        state: 'published',
        sealed: masterKey.seal(text, id),
        createdAt: now(),
      } as const;
      await storeSamlKey(database, key);
      expect(await published()).toEqual([before, added]);
      await database.transaction((transaction) => activateSamlKey(transaction, there.id, id));
      expect(await published()).toEqual([added, before]);
      expect(signedBy((await visitor.ask<string>(`/saml/sso?${passive()}`)).body)).toBe(added);
      await database.transaction((transaction) => retireSamlKey(transaction, there.id, signing?.id ?? ''));
      expect(await published()).toEqual([added]);
    });

    test('an application: what is known of it counts only while it is still so', async () => {
      expect(await visitor.openApplication()).not.toBe('');
      await setApplication(there, { disabledAt: first.context.now() });
      expect(await visitor.openApplication()).toBe('');
    });

    test('the keys, at the first request of an application that is known', async () => {
      const { database, masterKey, now } = first.context;
      expect(await visitor.openApplication()).not.toBe('');
      const id = randomUUID();
      const text = await createSigningKey('localhost', now());
      const key = { companyId: there.id, id, state: 'published', createdAt: now() } as const;
      await storeSamlKey(database, { ...key, sealed: masterKey.seal(text, id) });
      await database.transaction((transaction) => activateSamlKey(transaction, there.id, id));
      const { body } = await visitor.ask<string>(`/saml/sso?${passive()}`);
      expect(signedBy(body)).toBe(loadSigningKey(text).certificateBase64);
    });

    test('how the sign-in goes on, and what is said to who is not signed in', async () => {
      const marker = await visitor.openApplication();
      const goOn = async () => (await visitor.ask(`/saml/continue?login=${marker}`)).status;
      expect(await goOn()).toBe(303);
      await configure(there, { gate: { state: 'observing', isReading: false, reason: 'x' }, accentColor: '#2a55cc' });
      expect(await goOn()).toBe(200);
      const stranger = new Visitor(visitor.server);
      const said = (await stranger.ask<CompanySettings>('/api/online/v1/company-settings')).body;
      expect(said).toMatchObject({ theme: { accentColor: '#2a55cc' } });
    });
  },
);

describe.skipIf(postgres === null)('what is never kept in memory', () => {
  const database = () => first.context.database;
  const isPerson = () => eq(people.id, person.id);

  test('a block, in a session and with a token of it', async () => {
    const session = await visitor.openSession(await createSimulatedDevice());
    await database().update(people).set({ disabledAt: first.context.now() }).where(isPerson());
    expect((await visitor.ask('/api/device-compliance/v1/settings')).body).toMatchObject({ code: 'account_disabled' });
    expect((await visitor.checkResult(session)).body).toMatchObject({ code: 'account_disabled' });
  });

  test('the end of a session', async () => {
    const session = await visitor.openSession(await createSimulatedDevice());
    const isTheirs = eq(webSessions.personId, person.id);
    await database().update(webSessions).set({ revokedAt: first.context.now() }).where(isTheirs);
    expect((await visitor.ask('/api/device-compliance/v1/settings')).body).toMatchObject({ code: 'not_signed_in' });
    expect((await visitor.checkResult(session)).body).toMatchObject({ code: 'access_token_wrong' });
  });

  test('the end of a token', async () => {
    const session = await visitor.openSession(await createSimulatedDevice());
    expect((await visitor.checkResult(session)).status).toBe(204);
    await database().delete(accessTokens).where(eq(accessTokens.companyId, there.id));
    expect((await visitor.checkResult(session)).body).toMatchObject({ code: 'access_token_wrong' });
  });
});
