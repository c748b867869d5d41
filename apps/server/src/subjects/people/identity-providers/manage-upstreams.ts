import { randomUUID } from 'node:crypto';
import type { Who } from '../../../repositories/audit-words.ts';
import { oidcUpstreamSettingsSchema, readInWords, samlUpstreamSettingsSchema } from '@vestibule/contracts';
import type { Database } from '../../../database/database.ts';
import { writeUnlessTaken } from '../../../database/unless-taken.ts';
import { lockCompany } from '../../../repositories/company-lock.ts';
import { withdrawInvitations } from '../../../repositories/invitations.ts';
import { type Person, updatePerson } from '../../../repositories/people.ts';
import {
  changeUpstream,
  findUpstream,
  findUpstreams,
  issuerOf,
  storeUpstream,
  type UpstreamRow,
} from '../../../repositories/upstreams.ts';
import { revokeStranded, type Stranded, type Stranding } from '../../../repositories/upstream-sessions.ts';
import { audit } from '../../audit/audit.ts';
import { type Origin, type Refusal, refuse, type ServerContext } from '../../../context/server-context.ts';
import { sayManyEnded } from '../end-sessions.ts';
import { isSigningCertificate } from './settings.ts';

/** What an administrator says of an identity provider. */
export interface UpstreamInput {
  readonly kind: UpstreamRow['kind'];
  readonly name: string;
  /** Checked by the schema of its kind, in the contracts. */
  readonly settings: unknown;
  /** OpenID Connect: the client's secret. Undefined leaves it as it is; null takes it away. */
  readonly secret?: string | null | undefined;
  readonly isEnabled: boolean;
}

/**
 * @param actor the administrator
 * @param hold may roll back, in the transaction that writes it
 */
export async function createUpstream(
  context: ServerContext,
  origin: Origin,
  actor: Who,
  input: UpstreamInput,
  hold: (transaction: Database) => Promise<void> = async () => undefined,
): Promise<{ readonly id: string } | Refusal<'request_malformed' | 'already_there'>> {
  const settings = readSettings(input);
  if (typeof settings === 'string') return refuse('request_malformed', settings);
  const id = randomUUID();
  const { kind, name, isEnabled, secret = null } = input;
  const isNew = await underOwnName(context, { id, name }, async (transaction) => {
    await hold(transaction);
    await storeUpstream(transaction, {
      companyId: context.company.id,
      id,
      kind,
      name,
      settings,
      sealedSecret: secret === null ? null : context.masterKey.seal(secret, id),
      isEnabled,
      createdAt: context.now(),
    });
    const details = { id, kind, before: null, after: { settings, isEnabled } };
    await auditChange(context, transaction, origin, { actor, target: name, details });
  });
  return isNew ? { id } : refuseName(name);
}

/** People, and the command line, tell identity providers apart by their names. @returns false: another one has it */
function underOwnName(
  { database, company }: ServerContext,
  { id, name }: { readonly id: string; readonly name: string },
  write: (transaction: Database) => Promise<unknown>,
): Promise<boolean> {
  return database.transaction(async (transaction) => {
    await lockCompany(transaction, company.id);
    if (await isNameTaken(transaction, company.id, { id, name })) return false;
    await write(transaction);
    return true;
  });
}

async function isNameTaken(
  transaction: Database,
  companyId: string,
  { id, name }: { readonly id: string; readonly name: string },
): Promise<boolean> {
  const all = await findUpstreams(transaction, companyId);
  return all.some((other) => other.id !== id && other.name === name);
}

/** Sessions that end with an identity provider that is switched off. */
export function whenSwitchedOff(upstreamId: string): Stranded {
  return { upstreamId, isSecondStepToo: false };
}

function refuseName(name: string): Refusal<'already_there'> {
  return refuse('already_there', `There is an identity provider called ${name} already.`);
}

const unchecked = async () => null;

/**
 * May refuse a change in the transaction that would make it, while no one else makes one.
 * @param stored how the identity provider stands then
 */
type Check = (transaction: Database, stored: UpstreamRow) => Promise<Refusal<'not_possible' | 'role_missing'> | null>;

/** Changes an identity provider whole; its kind stays. Switched off, it ends the sessions that began there. */
export async function updateUpstream(
  context: ServerContext,
  origin: Origin,
  actor: Who,
  id: string,
  input: UpstreamInput,
  check: Check = unchecked,
): Promise<null | Refusal<'request_malformed' | 'not_found' | 'already_there' | 'not_possible' | 'role_missing'>> {
  const settings = readSettings(input);
  if (typeof settings === 'string') return refuse('request_malformed', settings);
  const { name, isEnabled, secret } = input;
  const { database, company, now } = context;
  const changed = await database.transaction(async (transaction) => {
    await lockCompany(transaction, company.id);
    const before = await findUpstream(transaction, company.id, id);
    if (before === null || before.kind !== input.kind) {
      return refuse('not_found', 'There is no such identity provider of this kind.');
    }
    const refusal = await check(transaction, before);
    if (refusal !== null) return refusal;
    // One that shares its name since before names were kept apart can still be changed, and switched off.
    if (name !== before.name && (await isNameTaken(transaction, company.id, { id, name }))) return refuseName(name);
    await changeUpstream(transaction, company.id, id, {
      name,
      settings,
      isEnabled,
      ...(secret !== undefined && { sealedSecret: secret === null ? null : context.masterKey.seal(secret, id) }),
    });
    const details = {
      id,
      kind: before.kind,
      before: { name: before.name, settings: before.settings, isEnabled: before.isEnabled },
      after: { name, settings, isEnabled, isSecretChanged: secret !== undefined },
    };
    await auditChange(context, transaction, origin, { actor, target: name, details });
    return isEnabled
      ? { sessions: [], tokens: [] }
      : revokeStranded(transaction, company.id, whenSwitchedOff(id), now());
  });
  if ('refused' in changed) return changed;
  await sayManyEnded(context, origin, actor, changed);
  return null;
}

/**
 * Says which person an identity provider means by a subject: for people who had an account here before. No one does that
 * by signing in.
 */
export async function linkPersonToUpstream(
  context: ServerContext,
  origin: Origin,
  actor: Who,
  person: Person,
  link: Link,
  check: (transaction: Database) => Promise<Refusal<'not_possible'> | null> = unchecked,
): Promise<null | Refusal<'not_found' | 'upstream_login_taken' | 'not_possible'>> {
  const { database, company, now } = context;
  const upstream = link === null ? null : await findUpstream(database, company.id, link.upstreamId);
  if (link !== null && upstream === null) return refuse('not_found', 'There is no such identity provider.');
  let refusal: Refusal<'not_possible'> | null = null;
  let ended: Stranding = { sessions: [], tokens: [] };
  const isLinked = await writeUnlessTaken(database, async (transaction) => {
    // Anyone who gives it another issuer at this moment counts who is linked.
    await lockCompany(transaction, company.id);
    refusal = (await whyChanged(transaction, upstream)) ?? (await check(transaction));
    if (refusal !== null) return;
    await updatePerson(transaction, person, {
      upstreamId: link?.upstreamId ?? null,
      upstreamSubject: link?.subject ?? null,
    });
    // An invitation is a way in without that account. One that is off, as of a second step, lets no one in.
    if (upstream?.isEnabled === true) await withdrawInvitations(transaction, company.id, person.id);
    ended = await revokeStranded(transaction, company.id, whenLinked(person.id, upstream), now());
    const details = { before: { upstreamId: person.upstreamId, subject: person.upstreamSubject }, after: link };
    await auditChange(context, transaction, origin, { actor, target: person, details });
  });
  if (refusal !== null) return refusal;
  if (!isLinked) return refuse('upstream_login_taken', 'This subject is linked to another person.');
  await sayManyEnded(context, origin, actor, ended);
  return null;
}

/** Whom another issuer calls the same is another person, and one that was removed lets no one in. */
async function whyChanged(
  transaction: Database,
  upstream: UpstreamRow | null,
): Promise<Refusal<'not_possible'> | null> {
  if (upstream === null) return null;
  const now = await findUpstream(transaction, upstream.companyId, upstream.id);
  return now !== null && now.isEnabled === upstream.isEnabled && issuerOf(now) === issuerOf(upstream)
    ? null
    : refuse(
        'not_possible',
        `Nothing was changed: a colleague has just changed or removed the identity provider ${upstream.name}. Look at how it is now with \`vestibule identity-provider list\`, and run the command again.`,
      );
}

/** An account at an identity provider; null: none. */
export type Link = { readonly upstreamId: string; readonly subject: string } | null;

/** Sessions that end once a person has another account there, or signs in somewhere else. */
export function whenLinked(personId: string, upstream: Pick<UpstreamRow, 'isEnabled'> | null): Stranded {
  return { personId, isHereToo: upstream?.isEnabled === true };
}

/** @returns the settings with their defaults, or what is wrong with them */
function readSettings({ kind, settings }: UpstreamInput): Record<string, unknown> | string {
  switch (kind) {
    case 'oidc': {
      const read = readInWords(oidcUpstreamSettingsSchema, settings, ['settings']);
      return read.ok ? read.value : read.problems[0];
    }
    case 'saml': {
      const read = readInWords(samlUpstreamSettingsSchema, settings, ['settings']);
      if (!read.ok) return read.problems[0];
      return read.value.certificates.every(isSigningCertificate)
        ? read.value
        : 'settings.certificates: each has to be a PEM certificate with an RSA key of 2048 bits or more';
    }
    default:
      return kind satisfies never;
  }
}

/** An entry stands and falls with the change. */
async function auditChange(
  context: ServerContext,
  transaction: Database,
  origin: Origin,
  change: { readonly actor: Who; readonly target: Who | string; readonly details: Record<string, unknown> },
): Promise<void> {
  await audit(context, origin, { action: 'upstream', outcome: 'done', ...change }, transaction);
}
