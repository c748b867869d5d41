import type { Call, CallBody, CallInput } from '@vestibule/contracts';
import type { Outcome } from '../adapters/outcome.ts';
import type { Server } from '../adapters/server.ts';

/** What a call waits for before it is made once more: a new sign-in, or a fresh proof that it is still them. */
export type Need = 'sign-in' | 'proof';

export interface GuardState {
  readonly need: Need | null;
  /** Since when no answer comes; null while answers come. */
  readonly lostSince: Date | null;
}

/** Stands between the pages and the server. */
export interface Guard {
  readonly server: Server;
  readonly current: () => GuardState;
  readonly subscribe: (listener: () => void) => () => void;
  /** The need was met: what waits is asked again. Or it was not, and what waits fails. */
  readonly settle: (isMet: boolean) => void;
}

const NEED_OF = { not_signed_in: 'sign-in', proof_too_old: 'proof' } as const;

/**
 * Holds a call that found no session, or wants a fresh proof, until the person has given it, and makes it again then: the page
 * behind stays as it was, with what was typed. It also knows since when no answer comes.
 * @param leave told where there never was a session in this visit: nothing would be lost by leaving
 */
export function createGuard(server: Server, now: () => Date, leave: () => void): Guard {
  let state: GuardState = { need: null, lostSince: null };
  let wasSignedIn = false;
  const listeners = new Set<() => void>();
  const waiting = new Set<(isMet: boolean) => void>();

  function set(next: Partial<GuardState>) {
    state = { ...state, ...next };
    for (const listener of listeners) listener();
  }

  function note({ ok, ...rest }: Outcome<unknown>) {
    const isLost = !ok && 'problem' in rest && rest.problem.code === 'network';
    if (isLost && state.lostSince === null) set({ lostSince: now() });
    if (!isLost && state.lostSince !== null) set({ lostSince: null });
  }

  async function ask<const C extends Call>(call: C, input?: CallInput<C>): Promise<Outcome<CallBody<C>>> {
    const outcome = await server.ask(call, input);
    note(outcome);
    if (outcome.ok && call.authentication !== 'none') wasSignedIn = true;
    if (outcome.ok) return outcome;
    const { code } = outcome.problem;
    if (code !== 'not_signed_in' && code !== 'proof_too_old') return outcome;
    if (code === 'not_signed_in' && !wasSignedIn) {
      leave();
      // The page is being left: it shows no more of what came of this.
      return new Promise(() => undefined);
    }
    const isMet = await new Promise<boolean>((settled) => {
      waiting.add(settled);
      // Without a session there is nothing to prove anything by.
      if (state.need !== 'sign-in') set({ need: NEED_OF[code] });
    });
    return isMet ? ask(call, input) : outcome;
  }

  return {
    server: { ask },
    current: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    settle(isMet) {
      const asked = [...waiting];
      waiting.clear();
      set({ need: null });
      for (const settled of asked) settled(isMet);
    },
  };
}
