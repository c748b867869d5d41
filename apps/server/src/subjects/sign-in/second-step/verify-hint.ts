import { createRemoteJWKSet, customFetch, jwtVerify } from 'jose';
import * as z from 'zod';
import { fetchFor } from '../../../operations/outgoing/fetch-for.ts';
import { discover, type OidcUpstream } from '../../people/identity-providers/oidc.ts';
import type { ServerContext } from '../../../context/server-context.ts';

/** Entra ID gives up after ten minutes, and issues the hint as over already: its age is what counts. */
const OLDEST_S = 600;
const TIMEOUT_MS = 10_000;

const claimsSchema = z.looseObject({
  sub: z.string().min(1).max(255),
  tid: z.string().min(1).max(64),
  oid: z.string().min(1).max(64),
  iat: z.number(),
});
export type HintClaims = z.infer<typeof claimsSchema>;

const keySets = new Map<string, ReturnType<typeof createRemoteJWKSet>>();

/**
 * Believes a hint that the tenant itself signed, a moment ago, for us. The tenant is the one of the settings: its issuer,
 * its keys, the application registered there.
 * @param clientId ours, which the documentation names as audience; Entra ID takes the application's id in practice
 * @throws whatever is wrong with it; the message is for the log
 */
export async function verifyHint(
  context: ServerContext,
  { settings }: OidcUpstream,
  clientId: string,
  hint: string,
): Promise<HintClaims> {
  const { payload } = await jwtVerify(hint, await findKeys(context, settings), {
    algorithms: ['RS256'],
    issuer: settings.issuer,
    audience: [settings.clientId, clientId],
    currentDate: context.now(),
    clockTolerance: OLDEST_S + settings.clockSkewMs / 1000,
    requiredClaims: ['exp'],
  });
  const claims = claimsSchema.parse(payload);
  const age = context.now().getTime() / 1000 - claims.iat;
  const skew = settings.clockSkewMs / 1000;
  if (age > OLDEST_S + skew || age < -skew) throw new Error('The hint is too old, or not of this time.');
  if (!new URL(settings.issuer).pathname.split('/').includes(claims.tid))
    throw new Error('The hint is of another tenant.');
  return claims;
}

async function findKeys(context: ServerContext, settings: OidcUpstream['settings']) {
  const { jwks_uri: address } = await discover(context, settings);
  if (address === undefined) throw new Error('The tenant publishes no keys.');
  const { protocol } = new URL(address);
  if (protocol !== 'https:' && protocol !== new URL(settings.issuer).protocol)
    throw new Error('Keys come by https only.');
  const options = { timeoutDuration: TIMEOUT_MS, [customFetch]: fetchFor(context) };
  const known = keySets.get(address) ?? createRemoteJWKSet(new URL(address), options);
  keySets.set(address, known);
  return known;
}
