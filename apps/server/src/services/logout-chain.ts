import * as z from 'zod';
import { createToken, hashToken } from '../crypto/tokens.ts';
import { findApplication } from '../repositories/companies.ts';
import { storeCeremony, takeCeremonyRow } from '../repositories/ceremonies.ts';
import type { LiveAssertion } from '../repositories/logout.ts';
import { issueLogoutRequest, issueLogoutResponse, type OutgoingMessage, serviceProviderSchema } from '../saml/index.ts';
import type { ServerContext } from './server-context.ts';

const KIND = 'logout-chain';
/** A person may take this long over one application's own sign-out page. */
const CHAIN_LIFE_MS = 600_000;

const toldSchema = z.object({
  applicationId: z.string(),
  nameId: z.object({ format: z.string(), value: z.string() }),
  sessionIndex: z.string(),
});
const chainSchema = z.object({
  asked: z.object({ applicationId: z.string(), requestId: z.string() }),
  remaining: z.array(toldSchema),
  isPartial: z.boolean(),
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
type Chain = z.infer<typeof chainSchema>;
type Told = z.infer<typeof toldSchema>;

/** Where the browser goes next while applications are told to end a person's sessions. */
export type LogoutStep =
  | { readonly kind: 'message'; readonly message: OutgoingMessage }
  /** Everything is said: back to the sign-in page. */
  | { readonly kind: 'done'; readonly isPartial: boolean };

/** Tells the applications one after the other, by the browser; then answers the one that began. */
export function beginChain(
  context: ServerContext,
  others: readonly LiveAssertion[],
  initiator: Chain['initiator'],
): Promise<LogoutStep> {
  const remaining = others.map(({ assertion, application }) => ({
    applicationId: application.id,
    nameId: { format: assertion.nameIdFormat, value: assertion.nameId },
    sessionIndex: assertion.sessionIndex,
  }));
  return goOn(context, { remaining, isPartial: false, initiator });
}

/** @param wasEnded whether the application that was asked last has signed the person out */
export function continueChain(context: ServerContext, chain: Chain, wasEnded: boolean): Promise<LogoutStep> {
  return goOn(context, { ...chain, isPartial: chain.isPartial || !wasEnded });
}

/** Takes the chain an answer belongs to, once. @param handle the RelayState that went out with our request */
export async function takeChain(context: ServerContext, handle: string): Promise<Chain | null> {
  const keyHash = hashToken(handle);
  const row = await takeCeremonyRow(context.database, context.company.id, KIND, keyHash, context.now());
  return row === null ? null : chainSchema.parse(JSON.parse(context.masterKey.unseal(row.sealed, keyHash)));
}

async function goOn(context: ServerContext, state: Omit<Chain, 'asked'>): Promise<LogoutStep> {
  let { isPartial } = state;
  for (const [index, told] of state.remaining.entries()) {
    const handle = createToken();
    const message = await ask(context, told, handle);
    if (message === null) {
      // It has no address for this: its own session goes on, and that is said.
      isPartial = true;
      continue;
    }
    const asked = { applicationId: told.applicationId, requestId: message.id };
    await keep(context, handle, { ...state, isPartial, asked, remaining: state.remaining.slice(index + 1) });
    return { kind: 'message', message };
  }
  return answer(context, { ...state, isPartial });
}

async function ask(context: ServerContext, told: Told, relayState: string) {
  const application = await findApplication(context.database, context.company.id, told.applicationId);
  if (application === null) return null;
  return issueLogoutRequest(context.samlKeys.active, {
    issuer: `${context.publicUrl}/saml/metadata`,
    serviceProvider: serviceProviderSchema.parse(application.serviceProvider),
    nameId: told.nameId,
    sessionIndexes: [told.sessionIndex],
    relayState,
    now: context.now(),
  });
}

async function answer(context: ServerContext, { initiator, isPartial }: Omit<Chain, 'asked'>): Promise<LogoutStep> {
  const application =
    initiator === null ? null : await findApplication(context.database, context.company.id, initiator.applicationId);
  if (initiator === null || application === null) return { kind: 'done', isPartial };
  const message = issueLogoutResponse(context.samlKeys.active, {
    issuer: `${context.publicUrl}/saml/metadata`,
    serviceProvider: serviceProviderSchema.parse(application.serviceProvider),
    inResponseTo: initiator.requestId,
    status: isPartial ? 'partial' : 'success',
    relayState: initiator.relayState,
    binding: initiator.binding,
    now: context.now(),
  });
  return message === null ? { kind: 'done', isPartial } : { kind: 'message', message };
}

async function keep(context: ServerContext, handle: string, chain: Chain): Promise<void> {
  const keyHash = hashToken(handle);
  await storeCeremony(context.database, {
    companyId: context.company.id,
    keyHash,
    kind: KIND,
    sealed: context.masterKey.seal(JSON.stringify(chain), keyHash),
    expiresAt: new Date(context.now().getTime() + CHAIN_LIFE_MS),
    usedAt: null,
  });
}
