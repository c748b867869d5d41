import { and, eq, isNull, or, sql } from 'drizzle-orm';
import { type Adapter, type AdapterPayload, errors } from 'oidc-provider';
import type { Database } from '../../database/open.ts';
import { oidcRecords } from '../../database/schema.ts';
import { findOidcApplication } from '../../repositories/oidc-applications.ts';
import { findUnstorableText } from '../../database/unstorable-text.ts';
import type { ServerContext } from '../../context/server-context.ts';
import { oidcClientSchema } from './oidc-client.ts';

/**
 * Where the OpenID Connect provider of one company keeps codes, tokens and interactions: one table, scoped by company.
 * Clients are the company's applications, read again each time, so that a change holds at once.
 */
export function createRecordStore(context: ServerContext): (model: string) => Adapter {
  return (model) => {
    switch (model) {
      case 'Client':
        return clientStore(context);
      case 'Session':
        return FORGETFUL;
      default:
        return recordStore(context, model);
    }
  };
}

/**
 * Who is signed in is known to the gate alone. A session of the provider's own would open nothing, and would stand in the
 * way of the one who signs in next in the same browser.
 */
const FORGETFUL: Adapter = {
  find: async () => undefined,
  findByUid: async () => undefined,
  findByUserCode: async () => undefined,
  upsert: async () => undefined,
  consume: async () => undefined,
  destroy: async () => undefined,
  revokeByGrantId: async () => undefined,
};

function recordStore({ database, company, now }: ServerContext, model: string): Adapter {
  const one = (id: string) =>
    and(eq(oidcRecords.companyId, company.id), eq(oidcRecords.model, model), eq(oidcRecords.id, id));
  const find = (condition: ReturnType<typeof one>) => findRecord(database, condition, now());
  return {
    upsert: async (id, payload, expiresIn) => {
      if (!isStorable(payload)) throw new errors.InvalidRequest('a parameter holds characters that no text has');
      const row = {
        payload: payload as Record<string, unknown>,
        grantId: payload.grantId ?? null,
        uid: payload.uid ?? null,
        userCode: payload.userCode ?? null,
        expiresAt: expiresIn !== undefined && expiresIn > 0 ? new Date(now().getTime() + expiresIn * 1000) : null,
      };
      await database
        .insert(oidcRecords)
        .values({ companyId: company.id, model, id, ...row })
        .onConflictDoUpdate({ target: [oidcRecords.companyId, oidcRecords.model, oidcRecords.id], set: row });
    },
    find: async (id) => (isStorable(id) ? find(one(id)) : undefined),
    findByUid: (uid) =>
      find(and(eq(oidcRecords.companyId, company.id), eq(oidcRecords.model, model), eq(oidcRecords.uid, uid))),
    findByUserCode: (code) =>
      find(and(eq(oidcRecords.companyId, company.id), eq(oidcRecords.model, model), eq(oidcRecords.userCode, code))),
    consume: async (id) => {
      const taken = await database
        .update(oidcRecords)
        .set({ consumedAt: now() })
        .where(and(one(id), isNull(oidcRecords.consumedAt)))
        .returning({ id: oidcRecords.id });
      if (taken.length > 0) return;
      // Shown at once with the one that was taken: as for a code that is shown later again, what it gave is taken back.
      const [row] = await database.select({ grantId: oidcRecords.grantId }).from(oidcRecords).where(one(id));
      if (row !== undefined && row.grantId !== null) await revokeGrant(database, company.id, row.grantId);
      throw new errors.InvalidGrant('already consumed');
    },
    destroy: async (id) => {
      await database.delete(oidcRecords).where(one(id));
    },
    revokeByGrantId: async (grantId) => {
      await database.delete(oidcRecords).where(isGivenBy(company.id, grantId));
    },
  };
}

/** A token of it that is about to be kept is worth nothing either: no token counts without its grant. */
async function revokeGrant(database: Database, companyId: string, grantId: string): Promise<void> {
  const isGrant = and(
    eq(oidcRecords.companyId, companyId),
    eq(oidcRecords.model, 'Grant'),
    eq(oidcRecords.id, grantId),
  );
  await database.delete(oidcRecords).where(or(isGrant, isGivenBy(companyId, grantId)));
}

function isGivenBy(companyId: string, grantId: string) {
  return and(eq(oidcRecords.companyId, companyId), eq(oidcRecords.grantId, grantId));
}

/** What a client sends gets here as it came. */
function isStorable(value: unknown): boolean {
  return findUnstorableText(value, []) === null;
}

async function findRecord(
  database: Database,
  condition: ReturnType<typeof and>,
  now: Date,
): Promise<AdapterPayload | undefined> {
  const [row] = await database
    .select()
    .from(oidcRecords)
    .where(and(condition, sql`(${oidcRecords.expiresAt} is null or ${oidcRecords.expiresAt} > ${now.toISOString()})`));
  if (row === undefined) return undefined;
  return row.consumedAt === null
    ? row.payload
    : { ...row.payload, consumed: Math.floor(row.consumedAt.getTime() / 1000) };
}

/** Read only: applications are added by administrators. */
function clientStore(context: ServerContext): Adapter {
  const never = async () => {
    throw new Error('Clients are registered as applications, not through the provider.');
  };
  return {
    find: async (id) => (isStorable(id) ? findClient(context, id) : undefined),
    findByUid: async () => undefined,
    findByUserCode: async () => undefined,
    upsert: never,
    consume: never,
    destroy: never,
    revokeByGrantId: never,
  };
}

async function findClient(context: ServerContext, clientId: string): Promise<AdapterPayload | undefined> {
  const application = await findOidcApplication(context.database, context.company.id, clientId);
  if (application === null) return undefined;
  const client = oidcClientSchema.parse(application.oidcClient);
  const secret =
    application.sealedSecret === null ? undefined : context.masterKey.unseal(application.sealedSecret, application.id);
  return {
    client_id: clientId,
    client_name: application.name,
    ...(secret === undefined ? {} : { client_secret: secret }),
    redirect_uris: client.redirectUris,
    ...(client.backchannelLogoutUri === null ? {} : { backchannel_logout_uri: client.backchannelLogoutUri }),
    token_endpoint_auth_method: client.authenticationMethod,
    grant_types: ['authorization_code'],
    response_types: ['code'],
    id_token_signed_response_alg: 'RS256',
    requires_pkce: client.requiresPkce,
  };
}
