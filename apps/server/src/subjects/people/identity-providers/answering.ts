import { setTimeout as wait } from 'node:timers/promises';
import { TooLongError } from '../../../operations/outgoing/exchange.ts';
import { fetchFor } from '../../../operations/outgoing/fetch-for.ts';
import type { ServerContext } from '../../../context/server-context.ts';

/** What a look found out holds for all people for so long: nine o'clock asks a provider no more often than any other hour. */
const LOOK_EVERY_MS = 3000;
/** No one waits longer for a look than this. */
const PATIENCE_MS = 2000;
/** A provider that answered so lately only dawdles when a look takes longer than anybody waits: people go there. */
const HOLDS_MS = 30_000;
/** As long as the server waits when it redeems a code: anyone who takes longer signs no one in. */
const LOOK_LIMIT_MS = 10_000;

/** What is known of one provider. While a look is under way, this is what was known before it. */
interface Known {
  readonly at: number;
  /** Null: it answers. */
  readonly silence: NoAnswerError | null;
  /** Ends with the look, and after the patience of people at the latest: one look for everybody who comes meanwhile. */
  readonly look: Promise<void> | null;
}

/** By issuer. One that is not here was never asked, or not since the server was started. */
const known = new Map<string, Known>();

/** The provider cannot be reached; what the network says about it is the cause. */
export class NoAnswerError extends Error {}

/** It has just answered something else that it was asked. */
export function noteAnswer(context: Pick<ServerContext, 'now'>, issuer: string): void {
  known.set(issuer, { at: context.now().getTime(), silence: null, look: null });
}

/**
 * Looks whether a provider answers before someone is sent there: its description is remembered for minutes, and a browser
 * that is sent to a dead address shows a page of its own that says nothing of us. Any answer is one, whatever its status.
 * The description is asked for, not the address that browsers go to: that one this server may not reach.
 * @throws NoAnswerError
 */
export async function demandAnswer(context: ServerContext, issuer: string): Promise<void> {
  const before = known.get(issuer);
  // Nothing is remembered of it: anyone who reads its description now hears whether it answers.
  if (before === undefined) return;
  const age = context.now().getTime() - before.at;
  if (before.look !== null) await before.look;
  else if (age < 0 || age >= LOOK_EVERY_MS) await beginLook(context, issuer, before);
  const { silence, look } = known.get(issuer) ?? before;
  if (silence !== null) throw silence;
  if (look !== null && age >= HOLDS_MS) throw new NoAnswerError(`It has not answered for ${PATIENCE_MS} ms`);
}

function beginLook(context: ServerContext, issuer: string, before: Known): Promise<void> {
  const askAndRemember = async () => {
    const silence = await ask(context, issuer);
    known.set(issuer, { at: context.now().getTime(), silence, look: null });
  };
  const look = Promise.race([askAndRemember(), wait(PATIENCE_MS, undefined, { ref: false })]);
  known.set(issuer, { ...before, look });
  return look;
}

/** @returns what is wrong; null: it answers */
async function ask(context: ServerContext, issuer: string): Promise<NoAnswerError | null> {
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const signal = AbortSignal.timeout(LOOK_LIMIT_MS);
  const fetchOnce = async () => fetchFor(context)(address, { signal });
  try {
    // One lost packet is no outage: what fails at once is tried once more.
    await fetchOnce().catch(fetchOnce);
    return null;
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    return cause instanceof TooLongError ? null : new NoAnswerError('It does not answer', { cause });
  }
}
