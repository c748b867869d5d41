import type { Call, CallBody, CallInput } from '@vestibule/contracts';
import type { Outcome, Problem } from '../adapters/outcome.ts';
import type { Server } from '../adapters/server.ts';
import type { Ports } from '../app/ports-context.ts';

/** What a call is answered with; a list is given out one after another, its last one again and again. */
export interface FakeAnswer {
  readonly call: Call;
  readonly outcomes: readonly Outcome<unknown>[];
}

export function given<const C extends Call>(call: C, ...bodies: readonly (CallBody<C> | Refused)[]): FakeAnswer {
  return {
    call,
    outcomes: bodies.map((body) =>
      body instanceof Refused ? { ok: false, problem: body.problem } : { ok: true, body },
    ),
  };
}

export class Refused {
  readonly problem: Problem;
  constructor(problem: Problem) {
    this.problem = problem;
  }
}

export interface Asked {
  readonly call: Call;
  readonly input: CallInput<Call>;
}

export interface FakePorts extends Ports {
  /** Every call that was made, oldest first. */
  readonly asked: Asked[];
  /** Where the person was sent, oldest first. */
  readonly visited: string[];
  readonly copied: string[];
  /** The page of the console that this tab keeps, if any. */
  readonly kept: string[];
  readonly downloaded: { readonly fileName: string; readonly text: string }[];
}

export interface FakePortsOptions {
  /** Path, query and fragment. */
  readonly address: string;
  readonly answers: readonly FakeAnswer[];
  /** The page of the console that asked for the sign-in. */
  readonly kept?: string;
  /** Left out: it does. */
  readonly keepsCookies?: boolean;
  readonly passkeys?: Partial<Ports['passkeys']>;
}

/** A browser and a server that are not there. A call without an answer is an answer no one can read. */
export function createFakePorts({
  address,
  answers,
  kept: keptBefore,
  keepsCookies = true,
  passkeys = {},
}: FakePortsOptions): FakePorts {
  const asked: Asked[] = [];
  const visited: string[] = [];
  const copied: string[] = [];
  const kept: string[] = keptBefore === undefined ? [] : [keptBefore];
  const downloaded: { fileName: string; text: string }[] = [];
  return {
    asked,
    visited,
    copied,
    kept,
    downloaded,
    server: createFakeServer(answers, asked),
    passkeys: {
      isSupported: true,
      create: async () => ({ ok: false, problem: 'passkey_cancelled' }),
      give: async () => ({ ok: false, problem: 'passkey_cancelled' }),
      ...passkeys,
    },
    navigation: { ...createFakeNavigation(address, visited), keepsCookies: () => keepsCookies },
    keepsakes: {
      copy: async (text) => {
        copied.push(text);
        return true;
      },
      download: (fileName, text) => downloaded.push({ fileName, text }),
    },
    returns: { keep: (place) => void kept.push(place), take: () => kept.pop() ?? null },
  };
}

function createFakeServer(answers: readonly FakeAnswer[], asked: Asked[]): Server {
  const times = new Map<Call, number>();
  return {
    async ask<const C extends Call>(call: C, input: CallInput<C> = {}): Promise<Outcome<CallBody<C>>> {
      asked.push({ call, input });
      const outcomes = answers.find((answer) => answer.call === call)?.outcomes ?? [];
      const time = times.get(call) ?? 0;
      times.set(call, time + 1);
      return (outcomes[Math.min(time, outcomes.length - 1)] ?? {
        ok: false,
        problem: 'server_error',
      }) as Outcome<CallBody<C>>;
    },
  };
}

function createFakeNavigation(first: string, visited: string[]): Omit<Ports['navigation'], 'keepsCookies'> {
  let address = first;
  const listeners = new Set<() => void>();
  const show = (next: string) => {
    address = next;
    for (const listener of listeners) listener();
  };
  return {
    origin: 'https://work.example',
    current: () => address,
    show,
    goTo: (next) => visited.push(next),
    leaveInstead: (next) => visited.push(`instead ${next}`),
    leaveAlong(next) {
      show(`${next}&back=1`);
      visited.push(next);
    },
    reload: () => visited.push('reload'),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
