import { ACCOUNT_PATHS } from '@vestibule/contracts';
import * as z from 'zod';
import { createToken, hashToken } from '../../../operations/crypto/tokens.ts';
import { findApplication } from '../../../repositories/companies.ts';
import { findCeremonyRow, storeCeremony, takeCeremonyRow } from '../../../repositories/ceremonies.ts';
import { tellByBackChannel } from '../../people/back-channel-logout.ts';
import type { LiveAssertion } from '../../../repositories/logout.ts';
import {
  issueLogoutRequest,
  issueLogoutResponse,
  type LogoutStatus,
  type OutgoingMessage,
  serviceProviderSchema,
} from '../../../protocols/saml/index.ts';
import { addressesIn } from '../../settings/application-addresses.ts';
import { httpSourceOf } from './form-targets.ts';
import { type Refusal, refuse, type ServerContext } from '../../../context/server-context.ts';

/** A person may take this long over one application's own sign-out page. */
const CHAIN_LIFE_MS = 600_000;
/** Sessions that one application is asked to end at a time: the request has to fit into an address. */
const MAXIMUM_SESSION_INDEXES = 32;

/** A chain that was not begun yet, one that waits for an answer and by what request, what came of one, what followed a step. */
type Kind = 'logout-begin' | 'logout-chain' | 'logout-asked' | 'logout-result' | 'logout-next';

const toldSchema = z.object({
  applicationId: z.string(),
  nameId: z.object({ format: z.string(), value: z.string() }),
  sessionIndexes: z.array(z.string()).min(1),
});
const stateSchema = z.object({
  remaining: z.array(toldSchema),
  /** Ids of the applications that could not be signed out. */
  stillOpen: z.array(z.string()),
  /** The application that began it, and is answered in the end. */
  initiator: z
    .object({
      applicationId: z.string(),
      requestId: z.string(),
      relayState: z.string().nullable(),
      binding: z.enum(['redirect', 'post']),
    })
    .nullable(),
});
const chainSchema = stateSchema.extend({
  asked: z.object({ applicationId: z.string(), requestId: z.string() }),
  /** By which this step is found again. */
  handle: z.string(),
});
const askedSchema = z.object({ handle: z.string() });
const nextSchema = z.union([z.object({ handle: z.string() }), z.object({ address: z.string() })]);
const resultSchema = z.object({ stillOpen: z.array(z.string()) });
type State = z.infer<typeof stateSchema>;
type Chain = z.infer<typeof chainSchema>;
type Told = z.infer<typeof toldSchema>;

/** Where the browser goes next while applications are told to end a person's sessions. */
export type LogoutStep =
  | {
      readonly kind: 'message';
      readonly message: OutgoingMessage;
      /** Where the rest of the chain may lead without TLS, as sources of a policy. */
      readonly targets: readonly string[];
      /** Leads past an application that does not answer; null: it is the last one. */
      readonly past: string | null;
    }
  /** Everything is said: back to the sign-in page, which says what is still open. */
  | { readonly kind: 'done'; readonly address: string };

/**
 * Tells the applications one after the other, by the browser; then answers the one that began.
 * @param browser what the browser shows in this sign-out, here and below: only there an answer without our RelayState is
 * known by the request that it answers
 */
export async function beginChain(
  context: ServerContext,
  live: readonly LiveAssertion[],
  initiator: NonNullable<State['initiator']>,
  browser: string,
): Promise<LogoutStep> {
  return goOn(context, { ...(await plan(context, live)), initiator }, { previous: null, browser });
}

/**
 * The same, for someone who has signed out here: the page goes there by itself.
 * @returns an address of this site
 */
export async function offerChain(context: ServerContext, live: readonly LiveAssertion[]): Promise<string> {
  if (live.length === 0) return signedOutAddress(null);
  const handle = createToken();
  const planned = await plan(context, live);
  await keep(context, 'logout-begin', handle, { ...planned, initiator: null } satisfies State);
  return addressOfChain(handle);
}

/**
 * Begins a chain that was offered. Opened again, by the back button say, it goes on: an application whose page the person
 * comes back from has not answered, and counts as open. The handle of a step that waits leads past it as well.
 */
export async function takeOffer(
  context: ServerContext,
  handle: string,
  browser: string,
): Promise<LogoutStep | Refusal<'not_found'>> {
  const state = await take(context, 'logout-begin', handle);
  if (state === null) return resume(context, handle, browser);
  return goOn(context, stateSchema.parse(state), { previous: handle, browser });
}

/** Goes from step to step to the one that waits for an answer. */
async function resume(
  context: ServerContext,
  handle: string,
  browser: string,
): Promise<LogoutStep | Refusal<'not_found'>> {
  const chain = await takeChain(context, handle);
  if (chain !== null) return continueChain(context, chain, { wasEnded: false, browser });
  const next = await findNext(context, handle);
  if (next === null) return unknownSignOut();
  return 'address' in next ? { kind: 'done', address: next.address } : resume(context, next.handle, browser);
}

/** Where a sign-out stands, without going on with it: it waits for an application, or it is over. */
export async function lookAtOffer(
  context: ServerContext,
  handle: string,
): Promise<{ readonly kind: 'waiting' } | Extract<LogoutStep, { kind: 'done' }> | Refusal<'not_found'>> {
  const { database, company, now } = context;
  const keyHash = hashToken(handle);
  for (const kind of ['logout-begin', 'logout-chain'] satisfies Kind[]) {
    const row = await findCeremonyRow(database, company.id, kind, keyHash, now());
    if (row !== null && row.usedAt === null) return { kind: 'waiting' };
  }
  const next = await findNext(context, handle);
  if (next === null) return unknownSignOut();
  return 'address' in next ? { kind: 'done', address: next.address } : lookAtOffer(context, next.handle);
}

async function findNext({ database, company, masterKey, now }: ServerContext, handle: string) {
  const keyHash = hashToken(nextOf(handle));
  const row = await findCeremonyRow(database, company.id, 'logout-next' satisfies Kind, keyHash, now());
  return row === null ? null : nextSchema.parse(JSON.parse(masterKey.unseal(row.sealed, keyHash)));
}

function unknownSignOut(): Refusal<'not_found'> {
  return refuse('not_found', 'There is no such sign-out, or it is too long ago.');
}

/** An address of this site. @param handle of a chain that was offered, or of a step that waits */
export function addressOfChain(handle: string): string {
  return `/saml/sign-out?handle=${encodeURIComponent(handle)}`;
}

function askedOf(requestId: string, browser: string): string {
  return `asked ${requestId} ${browser}`;
}

function nextOf(handle: string): string {
  return `next ${handle}`;
}

/** @param came.wasEnded whether the application that was asked last has signed the person out */
export function continueChain(
  context: ServerContext,
  { asked, handle, ...state }: Chain,
  { wasEnded, browser }: { readonly wasEnded: boolean; readonly browser: string },
) {
  const known = wasEnded ? state : { ...state, stillOpen: [...state.stillOpen, asked.applicationId] };
  return goOn(context, known, { previous: handle, browser });
}

/** Takes the chain an answer belongs to, once. @param handle the RelayState that went out with our request */
export async function takeChain(context: ServerContext, handle: string): Promise<Chain | null> {
  const chain = await take(context, 'logout-chain', handle);
  return chain === null ? null : chainSchema.parse(chain);
}

/**
 * The same for an answer that came without our RelayState: by the request that it answers, in the browser that carried it.
 * Who has read the request's id elsewhere, in the application's log say, takes no step of the chain.
 */
export async function takeChainAsked(
  context: ServerContext,
  requestId: string,
  browser: string,
): Promise<Chain | null> {
  const { database, company, masterKey, now } = context;
  const keyHash = hashToken(askedOf(requestId, browser));
  const row = await findCeremonyRow(database, company.id, 'logout-asked' satisfies Kind, keyHash, now());
  if (row === null) return null;
  const { handle } = askedSchema.parse(JSON.parse(masterKey.unseal(row.sealed, keyHash)));
  return takeChain(context, handle);
}

/** Names the applications that a chain could not sign the person out of. @param handle from the address it ended on */
export async function describeResult(
  context: ServerContext,
  handle: string,
): Promise<{ readonly stillOpen: string[] } | Refusal<'not_found'>> {
  const { database, company } = context;
  const keyHash = hashToken(handle);
  const row = await findCeremonyRow(database, company.id, 'logout-result' satisfies Kind, keyHash, context.now());
  if (row === null) return unknownSignOut();
  const { stillOpen } = resultSchema.parse(JSON.parse(context.masterKey.unseal(row.sealed, keyHash)));
  const found = await Promise.all(stillOpen.map((id) => findApplication(database, company.id, id)));
  return { stillOpen: found.flatMap((application) => (application === null ? [] : [application.name])) };
}

/** One request to each application, with every session it has to end; those that need no browser are told at once. */
async function plan(
  context: ServerContext,
  live: readonly LiveAssertion[],
): Promise<Pick<State, 'remaining' | 'stillOpen'>> {
  const told = await tellByBackChannel(context, live);
  const remaining = new Map<string, Told>();
  const stillOpen = new Set<string>();
  for (const { assertion, application } of live) {
    const { nameId: value, nameIdFormat: format, sessionIndex } = assertion;
    // What OpenID Connect was given ends by itself within minutes, but what the application makes of it is its own.
    if (application.protocol !== 'saml') {
      if (!told.has(application.id)) stillOpen.add(application.id);
      continue;
    }
    const key = JSON.stringify([application.id, format, value]);
    const sessionIndexes = [...(remaining.get(key)?.sessionIndexes ?? []), sessionIndex];
    remaining.set(key, {
      applicationId: application.id,
      nameId: { format, value },
      sessionIndexes: sessionIndexes.slice(0, MAXIMUM_SESSION_INDEXES),
    });
  }
  return { remaining: [...remaining.values()], stillOpen: [...stillOpen] };
}

/** @param by.previous the handle of the step before; null: there was none that may be opened again */
async function goOn(
  context: ServerContext,
  state: State,
  { previous, browser }: { readonly previous: string | null; readonly browser: string },
): Promise<LogoutStep> {
  const stillOpen = [...state.stillOpen];
  for (const [index, told] of state.remaining.entries()) {
    const handle = createToken();
    const message = await ask(context, told, handle);
    if (message === null) {
      // It has no address for this: its own session goes on, and that is said.
      stillOpen.push(told.applicationId);
      continue;
    }
    const asked = { applicationId: told.applicationId, requestId: message.id };
    const remaining = state.remaining.slice(index + 1);
    await keep(context, 'logout-chain', handle, { ...state, stillOpen, asked, handle, remaining } satisfies Chain);
    await keep(context, 'logout-asked', askedOf(message.id, browser), { handle });
    if (previous !== null) await keep(context, 'logout-next', nextOf(previous), { handle });
    const rest = remaining.map(({ applicationId }) => applicationId);
    const targets = await findTargets(context, [...rest, ...(state.initiator ? [state.initiator.applicationId] : [])]);
    return { kind: 'message', message, targets, past: addressOfChain(handle) };
  }
  const last = await answer(context, { ...state, stillOpen });
  if (previous !== null && last.kind === 'done') {
    await keep(context, 'logout-next', nextOf(previous), { address: last.address });
  }
  return last;
}

async function ask(context: ServerContext, { applicationId, nameId, sessionIndexes }: Told, relayState: string) {
  const application = await findApplication(context.database, context.company.id, applicationId);
  if (application === null) return null;
  return issueLogoutRequest(context.samlKeys.active, {
    issuer: `${context.publicUrl}/saml/metadata`,
    serviceProvider: serviceProviderSchema.parse(application.serviceProvider),
    nameId,
    sessionIndexes,
    relayState,
    now: context.now(),
  });
}

async function answer(context: ServerContext, { initiator, stillOpen }: State): Promise<LogoutStep> {
  const status = stillOpen.length > 0 ? 'partial' : 'success';
  const answered = initiator === null ? null : await answerInitiator(context, initiator, status);
  return answered ?? finish(context, stillOpen);
}

/** Answers the application that asked for a sign-out. @returns null: it has no address for that, or is gone */
export async function answerInitiator(
  context: ServerContext,
  { applicationId, requestId, relayState, binding }: NonNullable<State['initiator']>,
  status: LogoutStatus,
): Promise<LogoutStep | null> {
  const application = await findApplication(context.database, context.company.id, applicationId);
  if (application === null) return null;
  const message = issueLogoutResponse(context.samlKeys.active, {
    issuer: `${context.publicUrl}/saml/metadata`,
    serviceProvider: serviceProviderSchema.parse(application.serviceProvider),
    inResponseTo: requestId,
    status,
    relayState,
    binding,
    now: context.now(),
  });
  return message === null ? null : { kind: 'message', message, targets: [], past: null };
}

/** Addresses of applications that come later: a post that is answered by redirects may lead to each of them. */
async function findTargets({ database, company }: ServerContext, ids: readonly string[]): Promise<string[]> {
  const found = await Promise.all(ids.map((id) => findApplication(database, company.id, id)));
  return found.flatMap((application) => addressesIn(application?.serviceProvider).flatMap(httpSourceOf));
}

async function finish(context: ServerContext, stillOpen: readonly string[]): Promise<LogoutStep> {
  if (stillOpen.length === 0) return { kind: 'done', address: signedOutAddress(null) };
  const handle = createToken();
  await keep(context, 'logout-result', handle, { stillOpen: [...new Set(stillOpen)] });
  return { kind: 'done', address: signedOutAddress(handle) };
}

/** The names of applications are not in the address, so that no one can put words on the page by a link. */
function signedOutAddress(resultHandle: string | null): string {
  const left = resultHandle === null ? '' : `&left=${resultHandle}`;
  return `${ACCOUNT_PATHS.signIn}?done=signed-out${left}`;
}

async function keep(context: ServerContext, kind: Kind, handle: string, content: object): Promise<void> {
  const keyHash = hashToken(handle);
  await storeCeremony(context.database, {
    companyId: context.company.id,
    keyHash,
    kind,
    sealed: context.masterKey.seal(JSON.stringify(content), keyHash),
    expiresAt: new Date(context.now().getTime() + CHAIN_LIFE_MS),
    usedAt: null,
  });
}

async function take(context: ServerContext, kind: Kind, handle: string): Promise<unknown> {
  const keyHash = hashToken(handle);
  const row = await takeCeremonyRow(context.database, context.company.id, kind, keyHash, context.now());
  return row === null ? null : JSON.parse(context.masterKey.unseal(row.sealed, keyHash));
}
