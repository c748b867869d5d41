import { randomUUID } from 'node:crypto';
import type { SessionParameters } from '@vestibule/contracts';
import { signExtensionIds, thumbprint, verifyAgreementKeyProof } from '@vestibule/device-keys';
import { createCompanyToken, hashToken } from '../../operations/crypto/tokens.ts';
import { readRecord } from '../../operations/extension-kit/record.ts';
import {
  bindDeviceAccount,
  claimStoredAccount,
  createDeviceAccount,
  findDeviceAccount,
} from '../../repositories/device-accounts.ts';
import { createDeviceSession, findDeviceByKey, registerDevice } from '../../repositories/devices.ts';
import { findPerson, type Person } from '../../repositories/people.ts';
import { AGENT_LIFE_MS } from './agents.ts';
import { audit } from '../audit/audit.ts';
import { describeDevice, refuseBlockedDevice } from './device-session.ts';
import type { Caller } from '../../context/caller.ts';
import { isRefusal, type Origin, type Refusal, refuse, type ServerContext } from '../../context/server-context.ts';
import { whyNotShown } from './show-device.ts';

/** As long as an installer that was downloaded may take to be run. */
export const INSTALLER_LIFE_MS = 24 * 3_600_000;

/** The id by which an installed client knows a person. The same in every mode. */
export function deviceUserIdOf(person: Person): string {
  return person.id;
}

/** Makes the token by which the client that is about to be installed is given an account of this person. */
export async function createDeviceToken(
  context: ServerContext,
  origin: Origin,
  { person }: Caller,
  expiresAt: Date,
): Promise<string> {
  const token = createCompanyToken(context.company.id);
  await createDeviceAccount(context.database, {
    companyId: context.company.id,
    tokenHash: hashToken(token),
    personId: person.id,
    accountId: null,
    deviceRowId: null,
    createdAt: context.now(),
    expiresAt,
    claimedAt: null,
  });
  await audit(context, origin, {
    action: 'installer',
    outcome: 'done',
    actor: person,
    details: { step: 'token' },
  });
  return token;
}

/** The account that a client was given by this token; null while none has called. */
export async function findAccount(
  context: ServerContext,
  { person }: Caller,
  token: string,
): Promise<{ readonly accountId: string | null } | Refusal<'device_token_wrong'>> {
  const found = await findDeviceAccount(context.database, context.company.id, hashToken(token));
  const isOver = found !== null && found.claimedAt === null && found.expiresAt <= context.now();
  if (found === null || found.personId !== person.id || isOver) return refuseToken();
  return { accountId: found.accountId };
}

type ClaimRefusal = Refusal<'request_malformed' | 'device_token_wrong' | 'device_blocked' | 'device_not_approved'>;

export interface ClaimedAccount {
  readonly accountId: string;
  readonly deviceUserId: string;
  readonly companyName: string;
  readonly extensionIds?: string;
}

/** Gives an installed client its account, once. That it holds the keys it shows is proven by its first signed report. */
export async function claimAccount(
  context: ServerContext,
  origin: Origin,
  token: string,
  parameters: SessionParameters,
): Promise<ClaimedAccount | ClaimRefusal> {
  const claimed = await tryToClaim(context, hashToken(token), parameters);
  const isRefused = isRefusal(claimed);
  await audit(context, origin, {
    action: 'installer',
    outcome: isRefused ? 'refused' : 'done',
    actor: isRefused ? null : claimed.person,
    target: parameters.deviceId,
    about: isRefused ? null : parameters.deviceId,
    details: { step: 'claim', ...(isRefused ? { code: claimed.refused } : { accountId: claimed.accountId }) },
  });
  if (isRefused) return claimed;
  const { accountId, person } = claimed;
  const extensionIds = await describeExtensions(context, parameters.deviceId);
  return {
    accountId,
    deviceUserId: deviceUserIdOf(person),
    companyName: context.company.displayName,
    ...(extensionIds === null ? {} : { extensionIds }),
  };
}

/** The extensions that were made for this installation. A record that cannot be read keeps no one from their account. */
async function describeExtensions(context: ServerContext, deviceId: string): Promise<string | null> {
  const { config, grantKey } = context;
  const record = await readRecord(config.dataFolder).catch(() => null);
  return record === null ? null : signExtensionIds(record.extensionIds, deviceId, grantKey.key, grantKey.thumbprint);
}

async function tryToClaim(
  context: ServerContext,
  tokenHash: string,
  parameters: SessionParameters,
): Promise<{ readonly accountId: string; readonly person: Person } | ClaimRefusal> {
  const { database, company } = context;
  const proof = await verifyAgreementKeyProof(parameters.agreementKeyProof, parameters, parameters.identityKey);
  if (!proof.ok) return refuse('request_malformed', 'The agreement key is not signed by the identity key.');
  const offered = await findDeviceAccount(database, company.id, tokenHash);
  const person = offered === null ? null : await findPerson(database, company.id, offered.personId);
  if (offered === null || person === null || person.disabledAt !== null) return refuseToken();
  const known = await findDeviceByKey(
    database,
    company.id,
    parameters.deviceId,
    await thumbprint(parameters.identityKey),
  );
  if (known?.state === 'blocked') return refuseBlockedDevice();
  const described = await describeDevice(context, person.id, parameters);
  const accountId = randomUUID();
  const claimed = await database.transaction(async (transaction) => {
    // Before the token is used: it stays good until this computer may come.
    const refusal = await whyNotShown(transaction, described);
    if (refusal !== null) return refusal;
    const claim = { accountId, claimedAt: context.now() };
    const account = await claimStoredAccount(transaction, company.id, tokenHash, claim);
    if (account === null) return refuseToken();
    const device = await registerDevice(transaction, described);
    await bindDeviceAccount(transaction, account, device.id);
    await createDeviceSession(transaction, {
      companyId: company.id,
      id: accountId,
      webSessionId: accountId,
      personId: person.id,
      deviceRowId: device.id,
      sealedServerKey: context.masterKey.seal('', accountId),
      expiresAt: new Date(claim.claimedAt.getTime() + AGENT_LIFE_MS),
      kind: 'agent',
      confirmedAt: null,
      createdAt: claim.claimedAt,
    });
    return null;
  });
  return claimed ?? { accountId, person };
}

function refuseToken(): Refusal<'device_token_wrong'> {
  return refuse('device_token_wrong', 'This device token is not known here, is over or was used.');
}
