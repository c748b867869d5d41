import { randomUUID } from 'node:crypto';
import { CALLS } from '@vestibule/contracts';
import { createSimulatedDevice, fact } from '@vestibule/testing';
import { and, eq } from 'drizzle-orm';
import { createNonce } from '../operations/crypto/nonces.ts';
import { createCompanyToken, createToken, hashToken } from '../operations/crypto/tokens.ts';
import * as schema from '../database/schema.ts';
import type { TestCompany } from './companies.ts';
import type { Guise } from './contract-call.ts';
import { addPerson, personIdOf, plantSession } from './planted.ts';
import { Visitor } from './visitor.ts';

/** Someone with everything that can be stolen: a session, tokens, a permit, a device and its account, leave, factors. */
export interface Victim {
  readonly personId: string;
  readonly browser: Guise;
  /** `Authorization` headers of the victim's own. */
  readonly tokens: readonly Record<string, string>[];
  /** What the victim's requests hold, by name of the property. */
  readonly named: Readonly<Record<string, unknown>>;
  /** Parts of an address that are secrets themselves: good for anybody who has them, at this company. */
  readonly bearer: Readonly<Record<string, string>>;
  /** What no one else is told. */
  readonly secrets: readonly string[];
  /** What no one of another company is told either. */
  readonly companySecrets: readonly string[];
}

/** A fix is on offer. */
const facts = { firewall: fact({ isOn: false, manager: 'ufw', gaps: [] }) };

/** The demo person with login `nadia`, in the middle of a sign-in. The company's policy has to let her through although her firewall is off. */
export async function createVictim(company: TestCompany): Promise<Victim> {
  const { context, id: companyId } = company;
  const { database, now } = context;
  const personId = await personIdOf(company, 'nadia');
  const named = { displayName: `Nadia ${randomUUID()}`, email: `${randomUUID()}@victim.example` };
  await database
    .update(schema.people)
    .set(named)
    .where(and(eq(schema.people.companyId, companyId), eq(schema.people.id, personId)));

  const visitor = new Visitor(company);
  const loginMarker = await visitor.openApplication();
  await visitor.signIn(0, loginMarker);
  const device = await createSimulatedDevice();
  const session = await visitor.openSession(device);
  await visitor.report(session, device, facts);
  const permit = await device.open(session, (await visitor.checkResult(session, loginMarker)).body);
  const upload = await visitor.device<{ uploadUrl: string }>(
    `${CALLS.uploadUrl.path}?sessionId=${session.sessionId}&deviceDataVersion=1&deviceDataLength=100&dataFormat=json&isLogin=true`,
  );
  const planted = await plantSession(company, 'nadia');
  const later = new Date(now().getTime() + 3_600_000);

  const deviceToken = createCompanyToken(companyId);
  await database.insert(schema.deviceAccounts).values({
    companyId,
    tokenHash: hashToken(deviceToken),
    personId,
    createdAt: now(),
    expiresAt: later,
  });
  const invited = await addPerson(company, `invited-${randomUUID()}`);
  const invitation = createToken();
  await database.insert(schema.invitations).values({
    companyId,
    tokenHash: hashToken(invitation),
    personId: invited,
    invitedBy: 'nobody',
    createdAt: now(),
    expiresAt: later,
  });
  const factorId = randomUUID();
  await database.insert(schema.secondFactors).values({
    companyId,
    id: factorId,
    personId,
    kind: 'totp',
    name: 'Authenticator app',
    sealed: context.masterKey.seal('JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP', factorId),
    confirmedAt: now(),
    createdAt: now(),
  });
  const grantId = randomUUID();
  await database.insert(schema.accessGrants).values({
    companyId,
    id: grantId,
    kind: 'temporary-access',
    personId,
    reason: "A reason that is no one's business",
    grantedBy: 'support',
    createdAt: now(),
    expiresAt: later,
    usesLeft: 1,
    overridesStopper: false,
  });
  const [deviceRow] = await database
    .select()
    .from(schema.devices)
    .where(and(eq(schema.devices.companyId, companyId), eq(schema.devices.deviceId, device.deviceId)));
  const [application] = await database
    .select()
    .from(schema.applications)
    .where(eq(schema.applications.companyId, companyId));
  const [ofCompany] = await database.select().from(schema.companies).where(eq(schema.companies.id, companyId));

  const deviceRowId = deviceRow?.id ?? '';
  const accountId = randomUUID();
  await database.insert(schema.deviceSessions).values({
    companyId,
    id: accountId,
    webSessionId: planted.sessionId,
    personId,
    deviceRowId,
    sealedServerKey: context.masterKey.seal('', accountId),
    expiresAt: later,
    kind: 'agent',
    createdAt: now(),
  });
  const account = { sessionId: accountId, nonce: createNonce(context.secret, accountId, now()) };
  await visitor.ask(CALLS.agentReport.path.replace('{accountId}', accountId), {
    method: 'POST',
    body: await device.sign(account, facts),
  });
  const applicationId = application?.id ?? '';
  return {
    personId,
    browser: planted.browser,
    tokens: [
      await planted.token('device-v2'),
      await planted.token('device-v2-restricted'),
      { authorization: `JWT ${visitor.token}` },
    ],
    named: {
      sessionId: session.sessionId,
      loginMarker,
      permit,
      personId,
      applicationId,
      deviceId: device.deviceId,
      accountId,
      id: deviceRowId,
      grantId,
      login: 'nadia',
      fixActionTypes: ['FirewallEnable'],
      company: ofCompany?.name ?? '',
    },
    bearer: { uploadId: upload.body.uploadUrl.split('/').at(-1) ?? '', deviceToken, token: invitation },
    secrets: [
      personId,
      ...Object.values(named),
      device.deviceId,
      deviceRowId,
      session.sessionId,
      accountId,
      planted.sessionId,
      loginMarker,
      permit,
      grantId,
      factorId,
      invited,
      "A reason that is no one's business",
    ],
    companySecrets: [companyId, applicationId, ofCompany?.displayName ?? '', application?.name ?? ''],
  };
}
