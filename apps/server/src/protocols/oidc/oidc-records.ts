import { type Adapter, type AdapterPayload, errors } from 'oidc-provider';
import { isOverBy } from '../../repositories/age.ts';
import { findOidcApplication } from '../../repositories/oidc-applications.ts';
import {
  consumeOidcRecord,
  deleteGivenBy,
  deleteOidcRecord,
  findOidcRecord,
  findOidcRecordBy,
  keepOidcRecord,
  type OidcRecord,
} from '../../repositories/oidc-records.ts';
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
  const of = { companyId: company.id, model };
  return {
    upsert: async (id, payload, expiresIn) => {
      if (!isStorable(payload)) throw new errors.InvalidRequest('a parameter holds characters that no text has');
      await keepOidcRecord(database, {
        ...of,
        id,
        payload,
        grantId: payload.grantId ?? null,
        uid: payload.uid ?? null,
        userCode: payload.userCode ?? null,
        expiresAt: expiresIn !== undefined && expiresIn > 0 ? new Date(now().getTime() + expiresIn * 1000) : null,
      });
    },
    find: async (id) =>
      isStorable(id) ? payloadOf(await findOidcRecord(database, { ...of, id }, now()), now()) : undefined,
    findByUid: async (uid) => payloadOf(await findOidcRecordBy(database, of, { uid }, now()), now()),
    findByUserCode: async (userCode) => payloadOf(await findOidcRecordBy(database, of, { userCode }, now()), now()),
    consume: async (id) => {
      // Shown at once with the one that was taken: as for a code that is shown later again, what it gave is taken back.
      if (!(await consumeOidcRecord(database, { ...of, id }, now()))) throw new errors.InvalidGrant('already consumed');
    },
    destroy: async (id) => {
      // What an application asked for can be answered again while it waits: each time by another permit.
      if (model !== 'Interaction') await deleteOidcRecord(database, { ...of, id });
    },
    revokeByGrantId: (grantId) => deleteGivenBy(database, company.id, grantId),
  };
}

function payloadOf(row: OidcRecord | null, now: Date): AdapterPayload | undefined {
  if (row === null || isByClockAhead(row, now)) return undefined;
  return row.consumedAt === null
    ? row.payload
    : { ...row.payload, consumed: Math.floor(row.consumedAt.getTime() / 1000) };
}

/** It would live longer than its kind does. */
function isByClockAhead({ payload, expiresAt }: OidcRecord, now: Date): boolean {
  const { iat, exp } = payload;
  if (expiresAt === null || typeof iat !== 'number' || typeof exp !== 'number') return false;
  return isOverBy(expiresAt, (exp - iat) * 1000, now);
}

/** What a client sends gets here as it came. */
function isStorable(value: unknown): boolean {
  return findUnstorableText(value, []) === null;
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
