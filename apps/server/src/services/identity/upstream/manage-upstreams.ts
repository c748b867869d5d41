import { randomUUID } from 'node:crypto';
import { oidcUpstreamSettingsSchema, samlUpstreamSettingsSchema } from '@vestibule/contracts';
import type * as z from 'zod';
import type { Database } from '../../../database/database.ts';
import { writeUnlessTaken } from '../../../database/unless-taken.ts';
import { lockCompany } from '../../../repositories/company-lock.ts';
import { withdrawInvitations } from '../../../repositories/invitations.ts';
import { type Person, updatePerson } from '../../../repositories/people.ts';
import {
  changeUpstream,
  findUpstream,
  findUpstreams,
  storeUpstream,
  type UpstreamRow,
} from '../../../repositories/upstreams.ts';
import { audit } from '../../audit.ts';
import { type Origin, type Refusal, refuse, type ServerContext } from '../../server-context.ts';
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

/** @param actor the administrator */
export async function createUpstream(
  context: ServerContext,
  origin: Origin,
  actor: string,
  input: UpstreamInput,
): Promise<{ readonly id: string } | Refusal<'request_malformed' | 'already_there'>> {
  const settings = readSettings(input);
  if (typeof settings === 'string') return refuse('request_malformed', settings);
  const id = randomUUID();
  const { kind, name, isEnabled, secret = null } = input;
  const isNew = await underOwnName(context, { id, name }, (transaction) =>
    storeUpstream(transaction, {
      companyId: context.company.id,
      id,
      kind,
      name,
      settings,
      sealedSecret: secret === null ? null : context.masterKey.seal(secret, id),
      isEnabled,
      createdAt: context.now(),
    }),
  );
  if (!isNew) return refuseName(name);
  await auditChange(context, origin, actor, name, { id, kind, before: null, after: { settings, isEnabled } });
  return { id };
}

/** People, and the command line, tell identity providers apart by their names. @returns false: another one has it */
function underOwnName(
  { database, company }: ServerContext,
  { id, name }: { readonly id: string; readonly name: string },
  write: (transaction: Database) => Promise<unknown>,
): Promise<boolean> {
  return database.transaction(async (transaction) => {
    await lockCompany(transaction, company.id);
    const all = await findUpstreams(transaction, company.id);
    if (all.some((other) => other.id !== id && other.name === name)) return false;
    await write(transaction);
    return true;
  });
}

function refuseName(name: string): Refusal<'already_there'> {
  return refuse('already_there', `There is an identity provider called ${name} already.`);
}

/** Changes an identity provider whole; its kind stays. */
export async function updateUpstream(
  context: ServerContext,
  origin: Origin,
  actor: string,
  id: string,
  input: UpstreamInput,
): Promise<null | Refusal<'request_malformed' | 'not_found' | 'already_there'>> {
  const before = await findUpstream(context.database, context.company.id, id);
  if (before === null || before.kind !== input.kind) {
    return refuse('not_found', 'There is no such identity provider of this kind.');
  }
  const settings = readSettings(input);
  if (typeof settings === 'string') return refuse('request_malformed', settings);
  const { name, isEnabled, secret } = input;
  const change = (transaction: Database) =>
    changeUpstream(transaction, context.company.id, id, {
      name,
      settings,
      isEnabled,
      ...(secret !== undefined && { sealedSecret: secret === null ? null : context.masterKey.seal(secret, id) }),
    });
  // One that shares its name since before names were kept apart can still be changed, and switched off.
  const isKept = name === before.name || (await underOwnName(context, { id, name }, change));
  if (!isKept) return refuseName(name);
  if (name === before.name) await change(context.database);
  await auditChange(context, origin, actor, name, {
    id,
    kind: before.kind,
    before: { settings: before.settings, isEnabled: before.isEnabled },
    after: { settings, isEnabled, isSecretChanged: secret !== undefined },
  });
  return null;
}

/**
 * Says which person an identity provider means by a subject: for people who had an account here before. Nobody does that
 * by signing in.
 */
export async function linkPersonToUpstream(
  context: ServerContext,
  origin: Origin,
  actor: string,
  person: Person,
  link: { readonly upstreamId: string; readonly subject: string } | null,
): Promise<null | Refusal<'not_found' | 'upstream_login_taken'>> {
  const { database, company } = context;
  if (link !== null) {
    const upstream = await findUpstream(database, company.id, link.upstreamId);
    if (upstream === null) return refuse('not_found', 'There is no such identity provider.');
  }
  const isLinked = await writeUnlessTaken(database, async (transaction) => {
    await updatePerson(transaction, person, {
      upstreamId: link?.upstreamId ?? null,
      upstreamSubject: link?.subject ?? null,
    });
    // An invitation is a way in without that account.
    if (link !== null) await withdrawInvitations(transaction, company.id, person.id);
  });
  if (!isLinked) return refuse('upstream_login_taken', 'This subject is linked to somebody else.');
  await auditChange(context, origin, actor, person.login, {
    before: { upstreamId: person.upstreamId, subject: person.upstreamSubject },
    after: link,
  });
  return null;
}

/** @returns the settings with their defaults, or what is wrong with them */
function readSettings({ kind, settings }: UpstreamInput): Record<string, unknown> | string {
  switch (kind) {
    case 'oidc': {
      const parsed = oidcUpstreamSettingsSchema.safeParse(settings);
      return parsed.success ? parsed.data : describe(parsed.error);
    }
    case 'saml': {
      const parsed = samlUpstreamSettingsSchema.safeParse(settings);
      if (!parsed.success) return describe(parsed.error);
      return parsed.data.certificates.every(isSigningCertificate)
        ? parsed.data
        : 'settings.certificates: each has to be a PEM certificate with an RSA key of 2048 bits or more';
    }
    default:
      return kind satisfies never;
  }
}

function describe(error: z.core.$ZodError): string {
  const [issue] = error.issues;
  return `${['settings', ...(issue?.path ?? [])].join('.')}: ${issue?.message ?? 'is wrong'}`;
}

async function auditChange(
  context: ServerContext,
  origin: Origin,
  actor: string,
  target: string,
  details: Record<string, unknown>,
): Promise<void> {
  await audit(context, origin, { action: 'upstream', outcome: 'done', actor, target, details });
}
