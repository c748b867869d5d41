import { X509Certificate } from 'node:crypto';
import { createSecureContext } from 'node:tls';
import { setTimeout as wait } from 'node:timers/promises';
import { type Authorization, Client, crypto, type Order } from 'acme-client';
import * as z from 'zod';
import type { AcmeSettings } from '../../config/acme-settings.ts';
import { AuthorityProblem } from './authority-problem.ts';
import { limitTransport } from './authority-transport.ts';

limitTransport();

/** What the server has to answer when the authority asks for it at port 80. */
export interface Challenge {
  readonly token: string;
  readonly answer: string;
}

/** A certificate with its chain, and its key, as PEM. */
export interface IssuedPair {
  readonly cert: string;
  readonly key: string;
}

interface Wanted {
  readonly acme: AcmeSettings;
  /** PEM. */
  readonly accountKey: string;
  readonly hostname: string;
  /** Puts the answer where the authority will ask for it. */
  readonly offer: (challenge: Challenge) => Promise<void>;
  readonly now: () => Date;
  /** Ends the order from outside. */
  readonly signal: AbortSignal;
}

/** An authority looks within seconds; what takes longer than this is given up. */
const ORDER_WITHIN_MS = 240_000;
const LOOK_AGAIN_MS = [250, 500, 1000, 2000, 4000] as const;

/** Makes the key of an account with an authority. @returns PEM */
export async function createAccountKey(): Promise<string> {
  return (await crypto.createPrivateEcdsaKey('P-256')).toString();
}

/**
 * Orders a certificate for one name, answered by HTTP-01, and looks whether it is one. The key is new each time.
 * @throws AuthorityProblem within four minutes
 */
export async function orderCertificate(wanted: Wanted): Promise<IssuedPair> {
  const limit = AbortSignal.any([wanted.signal, AbortSignal.timeout(ORDER_WITHIN_MS)]);
  limit.throwIfAborted();
  const cut = new Promise<never>((_done, fail) => {
    limit.addEventListener('abort', () => fail(new AuthorityProblem('slow', 'the order was given up')), { once: true });
  });
  return Promise.race([order({ ...wanted, signal: limit }), cut]);
}

async function order({ acme, accountKey, hostname, offer, now, signal }: Wanted): Promise<IssuedPair> {
  const client = new Client({ directoryUrl: acme.directoryUrl, accountKey });
  await client.createAccount({ termsOfServiceAgreed: true, contact: [`mailto:${acme.contact}`] });
  signal.throwIfAborted();
  const placed = await client.createOrder({ identifiers: [{ type: 'dns', value: hostname }] });
  for (const authorization of await client.getAuthorizations(placed)) {
    if (authorization.status === 'valid') continue;
    await prove(client, authorization, offer, signal);
  }
  await untilDone('ready', () => client.getOrder(placed), signal);
  const [key, request] = await crypto.createCsr({ altNames: [hostname] }, await crypto.createPrivateEcdsaKey('P-256'));
  await client.finalizeOrder(placed, request);
  const done = await untilDone('valid', () => client.getOrder(placed), signal);
  const pair = { cert: await client.getCertificate(done), key: key.toString() };
  const complaint = complaintAbout(pair, hostname, now());
  if (complaint !== null) throw new AuthorityProblem('strange', complaint);
  return pair;
}

/** RFC 8555: base64url. Nothing else becomes part of an address of ours. */
const tokenSchema = z.string().regex(/^[\w-]{16,256}$/);

async function prove(
  client: Client,
  authorization: Authorization,
  offer: Wanted['offer'],
  signal: AbortSignal,
): Promise<void> {
  const challenge = authorization.challenges.find(({ type }) => type === 'http-01');
  if (challenge === undefined) throw new AuthorityProblem('strange', 'it does not ask at port 80 (http-01)');
  const token = tokenSchema.safeParse(challenge.token);
  if (!token.success) throw new AuthorityProblem('strange', 'it sends no token');
  const answer = await client.getChallengeKeyAuthorization(challenge);
  signal.throwIfAborted();
  await offer({ token: token.data, answer });
  await client.completeChallenge(challenge);
  await untilDone('valid', () => authorizationAt(client, authorization.url), signal);
}

/** The library reads the authorizations of an order, and no single one. */
async function authorizationAt(client: Client, url: string): Promise<Authorization> {
  const [read] = await client.getAuthorizations({
    status: 'pending',
    identifiers: [],
    authorizations: [url],
    finalize: '',
    url: '',
  });
  if (read === undefined) throw new AuthorityProblem('strange', 'an authorization is gone');
  return read;
}

const BEFORE: readonly string[] = ['pending', 'processing'];

/** Looks until an item is what it is to be. @throws AuthorityProblem when it never will be */
async function untilDone<Item extends Order | Authorization>(
  status: 'ready' | 'valid',
  look: () => Promise<Item>,
  signal: AbortSignal,
): Promise<Item> {
  for (let looked = 0; ; looked += 1) {
    signal.throwIfAborted();
    const item = await look();
    // An authority that has the certificate at hand is past ready already.
    if (item.status === status || item.status === 'valid') return item;
    const isBetween = item.status === 'ready' && status === 'valid';
    if (!isBetween && !BEFORE.includes(item.status)) throw problemOf(item);
    await wait(LOOK_AGAIN_MS[Math.min(looked, LOOK_AGAIN_MS.length - 1)], undefined, { signal });
  }
}

const errorSchema = z.object({ type: z.string(), detail: z.string().default('') });

/** What the authority says of an order or an authorization that failed. */
function problemOf(item: Order | Authorization): AuthorityProblem {
  const errors = 'challenges' in item ? item.challenges.map(({ error }) => error) : [item.error];
  for (const error of errors) {
    const read = errorSchema.safeParse(error);
    if (read.success) return new AuthorityProblem(read.data.type.split(':').at(-1) ?? '', read.data.detail);
  }
  return new AuthorityProblem('refused', `it says ${item.status} and no more`);
}

/** Why what came is no certificate for the name; null: it is one. */
function complaintAbout({ cert, key }: IssuedPair, hostname: string, now: Date): string | null {
  try {
    createSecureContext({ cert, key });
    const leaf = new X509Certificate(cert);
    if (leaf.checkHost(hostname) === undefined) return `what came is no certificate for ${hostname}`;
    return new Date(leaf.validTo) <= now ? 'the certificate that came has ended already' : null;
  } catch {
    return 'what came is no certificate for the key';
  }
}
