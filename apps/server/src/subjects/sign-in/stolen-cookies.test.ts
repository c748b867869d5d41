import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CALLS, type DeviceInfo, type InstallerParameters, type SessionData } from '@vestibule/contracts';
import { createSimulatedDevice, fact, type SimulatedDevice } from '@vestibule/testing';
import { and, eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { applications, devices, issuedAssertions, oidcRecords, upstreams, webSessions } from '../../database/schema.ts';
import type { Claim } from './issue/leave.ts';
import {
  addPerson,
  deviceInfo,
  exchangeKeys,
  findApplicationId,
  postCheck,
  readAudit,
  setApplication,
  setPolicy,
  signInAs,
  type TestPerson,
} from '../../testing/at-the-gate.ts';
import { addCompany, configure, type TestCompany } from '../../testing/companies.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { Visitor } from '../../testing/visitor.ts';

/**
 * A thief with the victim's complete cookie jar, the XSRF token and every id, but without the victim's computer and its keys.
 * The computers of the company are approved by an administrator: one of the thief's own opens nothing.
 */
const POLICY = `
version: 1
workplaceAccessPolicy: Strict
checks:
  FirewallEnable: { severity: required }
  KnownDevice: { severity: required }
`;
const good = { firewall: fact({ isOn: true, manager: 'ufw', gaps: [] }) };
const V1 = '/api/device-compliance/v1';
const PHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 Version/18.6 Mobile';

let server: TestServer;
let company: TestCompany;
let victim: Visitor;
let somebody: TestPerson;
let device: SimulatedDevice;
/** What the thief has read in the victim's browser: ids, and device info that was sent before. */
let known: { accountId: string; lastInfo: DeviceInfo | null };

beforeAll(async () => {
  server = await startTestServer({ policy: POLICY });
  company = await addCompany(server, 'robbed');
  await setPolicy(company, POLICY);
  await mkdir(server.context.config.downloadsFolder);
  await writeFile(join(server.context.config.downloadsFolder, 'workplace-3.6.0-x64.msi'), 'an installer');
  // Its library speaks once, while it starts.
  await new Visitor(company).ask('/oidc/.well-known/openid-configuration');
});
afterAll(() => server.close());
beforeEach(async () => {
  await configure(company, { registration: { mode: 'automatic', maximumPerPerson: 5 } });
  victim = new Visitor(company);
  somebody = await addPerson(company);
  device = await createSimulatedDevice();
  known = { accountId: randomUUID(), lastInfo: null };
});
afterEach(async () => {
  await setApplication(company, { settings: {} });
  await setPolicy(company, POLICY);
});

/** The victim's computer is registered as an administrator would approve it, and no further one is. */
async function approveOnlyThis(): Promise<void> {
  const { database } = server.context;
  await database
    .update(devices)
    .set({ state: 'approved', approvedBy: 'boss' })
    .where(eq(devices.deviceId, device.deviceId));
  await configure(company, { registration: { mode: 'approved', maximumPerPerson: 5 } });
}

async function openSignedIn(): Promise<string> {
  const marker = await victim.openApplication();
  await signInAs(victim, somebody, marker);
  return marker;
}

async function checkInSecondVersion(marker: string) {
  const session = await victim.openSession(device);
  await victim.report(session, device, good);
  await approveOnlyThis();
  const result = (await victim.checkResult(session, marker)).body;
  expect(result.encryptedPermit).not.toBeNull();
  return { session, result };
}

async function checkInFirstVersion(): Promise<SessionData> {
  const session = await exchangeKeys(victim, device);
  known.lastInfo = await deviceInfo(device, session, good);
  await postCheck(victim, known.lastInfo, '?skipSamlResponse=true');
  await approveOnlyThis();
  // Approved, it reports once more: the verdict is as good as it will ever be.
  known.lastInfo = await deviceInfo(device, session, good);
  const { body } = await postCheck(victim, known.lastInfo, '?skipSamlResponse=true');
  expect(body).toMatchObject({ complianceStatus: 'Compliant', checksExpired: false });
  return session;
}

/** Workplace is installed and reports by itself, in the name of this sign-in. */
async function reportByItself(): Promise<void> {
  const { body } = await victim.ask<InstallerParameters>(`${V1}/installer-parameters?mode=frontline&system=windows`);
  const claimed = await new Visitor(company).ask<{ accountId: string }>(`${V1}/device-account/${body.token ?? ''}`, {
    method: 'POST',
    body: await device.parameters(),
  });
  known.accountId = claimed.body.accountId;
  const report = async () => {
    const order = await victim.ask<{ nonce: string }>(`${V1}/agent/${known.accountId}?deviceId=${device.deviceId}`);
    const signed = await device.sign({ sessionId: known.accountId, nonce: order.body.nonce }, good);
    await new Visitor(company).ask(`${V1}/agent/${known.accountId}/report`, { method: 'POST', body: signed });
  };
  await report();
  await approveOnlyThis();
  await report();
  const { body: verdict } = await victim.ask(`${V1}/check/${known.accountId}?skipSamlResponse=true`);
  expect(verdict).toMatchObject({ complianceStatus: 'Compliant', checksExpired: false });
}

const makeMfa = () => setApplication(company, { settings: { mode: 'mfa' } });

/** The victim's computer has been the second factor a moment ago. @returns where the answer leads */
async function activateInSecondVersion(): Promise<string> {
  await makeMfa();
  const marker = await openSignedIn();
  const { session, result } = await checkInSecondVersion(marker);
  const permit = await device.open(session, result);
  const reply = await victim.ask<{ continueTo: string }>('/api/auth/v2/activate', {
    method: 'POST',
    body: { type: 'deviceComplianceV2', permit },
  });
  return reply.body.continueTo;
}

async function activateInFirstVersion(): Promise<string> {
  await makeMfa();
  await openSignedIn();
  const session = await checkInFirstVersion();
  known.lastInfo = await deviceInfo(device, session, good);
  const reply = await victim.ask<{ continueTo: string }>('/api/auth/v2/activate', {
    method: 'POST',
    body: { type: 'deviceCompliance', deviceComplianceInfo: null, deviceInfo: known.lastInfo },
  });
  return reply.body.continueTo;
}

/** The identity provider vouched for the victim's phone, for a sign-in that is not the thief's. */
async function beVouchedFor(): Promise<void> {
  await approveOnlyThis();
  await setApplication(company, { settings: { unsupportedSystems: 'upstream-claim' } });
  const marker = await openSignedIn();
  const { database } = server.context;
  const compliance = { claim: 'kind', value: 'managed' };
  const upstreamId = randomUUID();
  await database.insert(upstreams).values({
    companyId: company.id,
    id: upstreamId,
    kind: 'oidc',
    name: `Phones ${upstreamId}`,
    settings: {
      issuer: 'https://id.example',
      clientId: 'gate',
      createsPeople: true,
      allowedDomains: ['robbed.example'],
      compliance,
    },
    isEnabled: true,
    createdAt: server.context.now(),
  });
  await database
    .update(webSessions)
    .set({
      userAgent: PHONE,
      upstreamClaims: { upstreamId, issuer: 'https://id.example', level: null, loginMarker: marker, compliance },
    })
    .where(eq(webSessions.personId, somebody.id));
}

function steal(): Visitor {
  const thief = new Visitor(company);
  for (const [name, value] of victim.cookies) thief.cookies.set(name, value);
  thief.cookies.set('device-account-id', known.accountId);
  return thief;
}

const posts = (body: unknown) => JSON.stringify(body ?? '').includes('SAMLResponse');

/**
 * Asks every call that any response, or a way to one, comes from.
 * @param version in which the thief shows a computer of their own
 * @returns the calls that gave one
 */
async function tryEverything(
  thief: Visitor,
  marker: string,
  version: 'first' | 'second' = 'second',
): Promise<string[]> {
  const given: string[] = [];
  const look = (name: string, body: unknown) => {
    const { samlResponse, samlResponseData, continueTo } = (body ?? {}) as Record<string, unknown>;
    if (posts(body) || typeof samlResponse === 'string' || (samlResponseData ?? null) !== null) given.push(name);
    if (typeof continueTo === 'string' && continueTo.includes('proof=')) given.push(name);
  };
  const ask = async (name: string, path: string, asking: Parameters<Visitor['ask']>[1] = {}) => {
    const { body } = await thief.ask(path, asking);
    look(name, body);
    return body;
  };
  // The sign-in is theirs from here on, as it is once the portal has shown it.
  expect((await thief.ask(`/api/online/v1/pending-sign-in/${marker}`)).status).toBe(200);
  for (const id of [device.deviceId, known.accountId]) {
    for (const query of [`?loginMarker=${marker}`, '', `?loginMarker=${marker}&skipSamlResponse=false`]) {
      await ask('checkByDevice', `${V1}/check/${id}${query}`);
    }
  }
  await ask('samlResponseV1', `${V1}/saml-response?loginMarker=${marker}`);
  await ask('samlResponseV1', `${V1}/saml-response`);
  await ask('skipInstallation', `${V1}/saml-response/skip-installation?loginMarker=${marker}`);

  const tryHandle = async (permit: string) => {
    await ask('samlResponse', '/api/devices/v2/saml-response', { method: 'POST', body: permit });
    await ask('activate', '/api/auth/v2/activate', { method: 'POST', body: { type: 'deviceComplianceV2', permit } });
    for (const read of ['', '&read=done']) {
      await ask('/saml/continue', `/saml/continue?login=${marker}${read}&proof=${encodeURIComponent(permit)}`);
    }
  };
  const tryReport = async (info: unknown) => {
    await ask('check', `${V1}/check?loginMarker=${marker}`, { method: 'POST', body: info });
    const body = { type: 'deviceCompliance', deviceComplianceInfo: { isCompliant: true }, loginMarker: marker };
    await ask('activate', '/api/auth/v2/activate', { method: 'POST', body });
    await ask('activate', '/api/auth/v2/activate', { method: 'POST', body: { ...body, deviceInfo: info } });
  };
  const reportOf = async (own: SimulatedDevice) => {
    const session = await exchangeKeys(thief, own);
    return session.sessionId === undefined ? [] : [await deviceInfo(own, session, good)];
  };
  for (const read of ['', '&read=done']) await ask('/saml/continue', `/saml/continue?login=${marker}${read}`);
  for (const handle of ['sealed', 'made-up']) await tryHandle(handle);
  // The report that the victim sent before, again, and one of the thief's own keys for the same computer.
  const imposter = await createSimulatedDevice(device.deviceId);
  for (const info of [known.lastInfo, ...(await reportOf(imposter))]) await tryReport(info);

  // A computer of the thief's own comes last: where the victim's has proven itself, the session ends there.
  const own = await createSimulatedDevice();
  if (version === 'first') {
    for (const info of await reportOf(own)) await tryReport(info);
  } else {
    const session = await thief.openSession(own);
    await thief.report(session, own, good);
    const { body } = await thief.checkResult(session, marker);
    const sealed = body.encryptedPermit ?? null;
    for (const permit of sealed === null ? [] : [sealed, await own.open(session, body)]) await tryHandle(permit);
  }
  for (const read of ['', '&read=done']) await ask('/saml/continue', `/saml/continue?login=${marker}${read}`);
  return given;
}

async function assertionsOf() {
  return server.context.database.select().from(issuedAssertions).where(eq(issuedAssertions.personId, somebody.id));
}

test('every call that answers a response, or leads to one, is among those that the thief tries', () => {
  const leading = Object.entries(CALLS).flatMap(([name, call]) => {
    const texts = Object.values(call.answers).map((schema) =>
      schema === null ? '' : JSON.stringify(z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input' })),
    );
    return texts.some((text) => text.includes('"samlResponse')) ? [name] : [];
  });
  expect(leading.toSorted()).toEqual([
    'check',
    'checkByDevice',
    'checkResult',
    'samlResponse',
    'samlResponseV1',
    'skipInstallation',
    // Of a policy that is tried out: it gives none, and its type is the check's.
    'tryOutVerdict',
  ]);
});

/** By what the victim has proven a moment ago. A new kind of claim does not compile before its thief stands here. */
const EVIDENCE = {
  permit: async () => void (await checkInSecondVersion(await openSignedIn())),
  report: async () => {
    await openSignedIn();
    await checkInFirstVersion();
  },
  'upstream-claim': beVouchedFor,
  activation: activateInSecondVersion,
  /** Not for this one: leave of the server's own speaks of a person, and is looked at below. */
  grant: null,
  /** Nor for this: nothing is enforced. */
  observation: null,
} satisfies Record<Claim['kind'], (() => Promise<unknown>) | null>;

const MORE = {
  'a client that reports by itself': async () => {
    await openSignedIn();
    await reportByItself();
  },
  'a client that reports by itself, on a computer that uses the second version': async () => {
    await checkInSecondVersion(await openSignedIn());
    await configure(company, { registration: { mode: 'automatic', maximumPerPerson: 5 } });
    await reportByItself();
  },
  'the device as second factor, in the first version': activateInFirstVersion,
};

const SCENES = Object.entries({ ...EVIDENCE, ...MORE }).flatMap(([name, prove]) =>
  prove === null ? [] : [[name, prove] as const],
);

describe.each(SCENES)('a thief with the complete cookie jar, a moment after %s,', (_, prove) => {
  test.each(['first', 'second'] as const)(
    'gets no response, no activation and no way to one, for an application of their choice: %s version',
    async (version) => {
      await prove();
      const thief = steal();
      const marker = await thief.openApplication();
      expect(await tryEverything(thief, marker, version)).toEqual([]);
      expect(await assertionsOf()).toEqual([]);
    },
  );

  test('nor for the sign-in that the victim has open, whose handle they know', async () => {
    const before = await victim.openApplication();
    await prove();
    await victim.ask(`/saml/continue?login=${before}`);
    expect(await tryEverything(steal(), before)).toEqual([]);
    expect(await assertionsOf()).toEqual([]);
  });

  test('nor through a launch that begins here', async () => {
    await prove();
    const thief = steal();
    const id = await findApplicationId(company);
    const [row] = await server.context.database.select().from(applications).where(eq(applications.id, id));
    await setApplication(company, { serviceProvider: { ...Object(row?.serviceProvider), allowsIdpInitiated: true } });
    const launched = await thief.ask(`/saml/start/${id}`);
    const marker = new URL(launched.headers.get('location') ?? '', server.url).searchParams.get('login') ?? '';
    expect(marker).not.toBe('');
    expect(await tryEverything(thief, marker)).toEqual([]);
    await setApplication(company, { serviceProvider: row?.serviceProvider ?? {} });
  });

  test('nor a code of an OpenID Connect application', async () => {
    await prove();
    const thief = steal();
    const client = `wiki-${randomUUID()}`;
    await server.context.database.insert(applications).values({
      companyId: company.id,
      id: randomUUID(),
      name: client,
      entityId: client,
      protocol: 'oidc',
      oidcClient: { redirectUris: ['https://wiki.example/callback'], authenticationMethod: 'none' },
    });
    const codes = async () =>
      (await server.context.database.select().from(oidcRecords).where(eq(oidcRecords.companyId, company.id))).filter(
        ({ model }) => model === 'AuthorizationCode',
      );
    for (const prompt of ['', '&prompt=none']) {
      let address = `/oidc/auth?client_id=${client}&redirect_uri=${encodeURIComponent('https://wiki.example/callback')}&response_type=code&scope=openid&state=s&nonce=n&code_challenge=${'a'.repeat(43)}&code_challenge_method=S256${prompt}`;
      for (let hop = 0; hop < 5; hop += 1) {
        const reply = await thief.ask(address);
        const next = reply.headers.get('location');
        if (next === null || new URL(next, company.url).hostname === 'wiki.example') break;
        address = next;
      }
      const marker = new URL(address, company.url).searchParams.get('login');
      if (marker !== null) expect(await tryEverything(thief, marker)).toEqual([]);
      expect(await codes()).toEqual([]);
    }
    await server.context.database
      .delete(applications)
      .where(and(eq(applications.companyId, company.id), eq(applications.entityId, client)));
  });
});

describe('the proof that an activation gives', () => {
  test.each([
    ['second', activateInSecondVersion],
    ['first', activateInFirstVersion],
  ])('opens the one sign-in it was given for, once, in the %s version', async (_, activate) => {
    const path = await activate();
    const proof = new URL(path, server.url).searchParams.get('proof') ?? '';
    const other = await victim.openApplication();
    expect(posts((await victim.ask(`/saml/continue?login=${other}&proof=${proof}`)).body)).toBe(false);
    expect(posts((await victim.ask(path)).body)).toBe(true);
    expect(posts((await victim.ask(`/saml/continue?login=${other}&proof=${proof}`)).body)).toBe(false);
    expect(await assertionsOf()).toMatchObject([{ standing: 'compliant' }]);
  });

  test('is dead after a minute, and in another session of the same person', async () => {
    const path = await activateInSecondVersion();
    const elsewhere = new Visitor(company);
    await signInAs(elsewhere, somebody);
    expect(posts((await elsewhere.ask(path)).body)).toBe(false);
    server.advance(60_001);
    expect(posts((await victim.ask(path)).body)).toBe(false);
    expect(await assertionsOf()).toEqual([]);
  });
});

describe('while nothing is enforced', () => {
  const OBSERVED = `${POLICY}enforceFor: { groups: [no-such-group] }\n`;

  test('a thief is let through as everybody is, and no computer is named that did not show itself', async () => {
    await setPolicy(company, OBSERVED);
    await checkInSecondVersion(await openSignedIn());
    const thief = steal();
    const marker = await thief.openApplication();
    expect(posts((await thief.ask(`/saml/continue?login=${marker}&read=done`)).body)).toBe(true);
    expect(await assertionsOf()).toMatchObject([{ standing: 'not-checked', evidence: 'none' }]);
    const [entry] = await readAudit(company);
    expect(entry).toMatchObject({ action: 'saml-response', details: { deviceId: null, reportId: null } });
  });

  test('the computer is named by the permit that it opened, also one that the policy would stop', async () => {
    await setPolicy(company, OBSERVED);
    const marker = await openSignedIn();
    const session = await victim.openSession(device);
    await victim.report(session, device, { firewall: fact({ isOn: false, manager: 'ufw', gaps: [] }) });
    const permit = await device.open(session, (await victim.checkResult(session, marker)).body);
    expect((await victim.redeem(permit)).status).toBe(403);
    const again = await device.open(session, (await victim.checkResult(session, marker)).body);
    expect(posts((await victim.ask(`/saml/continue?login=${marker}&read=done&proof=${again}`)).body)).toBe(true);
    expect(await assertionsOf()).toMatchObject([{ standing: 'not-compliant', evidence: 'software-key' }]);
    const [entry] = await readAudit(company);
    expect(entry).toMatchObject({ details: { deviceId: device.deviceId } });
  });
});
