import type { Call, CallBody, CallInput, ErrorCode } from '@vestibule/contracts';
import { type Outcome, problem } from '../adapters/outcome.ts';
import type { Heard } from '../adapters/live.ts';
import type { Server } from '../adapters/server.ts';
import type { Ports } from '../hooks/ports-context.ts';
import { NOW } from './now.ts';

/** What a call is answered with; a list is given out one after another, its last one again and again. */
export interface FakeAnswer {
  readonly call: Call;
  readonly outcomes: readonly (Outcome<unknown> | typeof NEVER)[];
}

const NEVER = Symbol('no answer');

/** A call whose answer is still to come, for as long as the page is looked at. */
export function unanswered(call: Call): FakeAnswer {
  return { call, outcomes: [NEVER] };
}

/** A refusal in place of an answer. */
export class Refused {
  readonly code: ErrorCode | 'network';
  readonly message: string | null;
  constructor(code: ErrorCode | 'network', message: string | null = null) {
    this.code = code;
    this.message = message;
  }
}

export function given<const C extends Call>(call: C, ...bodies: readonly (CallBody<C> | Refused)[]): FakeAnswer {
  return {
    call,
    outcomes: bodies.map((body) =>
      body instanceof Refused
        ? { ok: false, problem: { ...problem(body.code), message: body.message, requestId: '4be3f2a1' } }
        : { ok: true, body },
    ),
  };
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
  /** Files that were kept, by their names. */
  readonly saved: Map<string, string>;
  /** What the browser was asked to remember. */
  readonly remembered: Map<string, string>;
  /** How many parts of the page would lose something if it were left now. */
  readonly atStake: { count: number };
  /** The person comes back to this page. */
  comeBack(): void;
  /** The stream of events says something. */
  say(heard: Heard): void;
  /** Whether the pointer is on rows, and whether no call comes through. */
  readonly pointer: { isOnRows: boolean };
  readonly connection: { isLost: boolean };
}

/** A browser and a server that are not there. A call without an answer is an answer no one can read. */
export function createFakePorts(address: string, answers: readonly FakeAnswer[]): FakePorts {
  const asked: Asked[] = [];
  const visited: string[] = [];
  const copied: string[] = [];
  const saved = new Map<string, string>();
  const remembered = new Map<string, string>();
  const atStake = { count: 0 };
  const listeners = new Set<() => void>();
  const hearing = new Set<(heard: Heard) => void>();
  const pointer = { isOnRows: false };
  const connection = { isLost: false };
  return {
    asked,
    visited,
    copied,
    saved,
    remembered,
    atStake,
    comeBack: () => {
      for (const listener of listeners) listener();
    },
    say: (heard) => {
      for (const hear of hearing) hear(heard);
    },
    pointer,
    connection,
    live: {
      listen(hear) {
        hearing.add(hear);
        return () => hearing.delete(hear);
      },
    },
    server: createFakeServer(answers, asked, connection),
    passkeys: { isSupported: true, give: async () => ({ ok: false, problem: problem('passkey_cancelled') }) },
    browser: {
      current: () => address,
      goTo: (to) => void visited.push(to),
      reload: () => void visited.push('reload'),
      copy: async (text) => {
        copied.push(text);
        return true;
      },
      save: (name, text) => void saved.set(name, text),
      askBeforeLeaving() {
        atStake.count += 1;
        return () => {
          atStake.count -= 1;
        };
      },
      now: () => new Date(NOW),
      recall: (name) => remembered.get(name) ?? null,
      remember: (name, value) => void remembered.set(name, value),
      isPointedAtRows: () => pointer.isOnRows,
      onReturn(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
  };
}

function createFakeServer(answers: readonly FakeAnswer[], asked: Asked[], connection: FakePorts['connection']): Server {
  const times = new Map<Call, number>();
  return {
    async ask<const C extends Call>(call: C, input: CallInput<C> = {}): Promise<Outcome<CallBody<C>>> {
      asked.push({ call, input });
      if (connection.isLost) return { ok: false, problem: problem('network') };
      const outcomes = answers.find((answer) => answer.call === call)?.outcomes ?? [];
      const time = times.get(call) ?? 0;
      times.set(call, time + 1);
      const outcome = outcomes[Math.min(time, outcomes.length - 1)] ?? { ok: false, problem: problem('server_error') };
      return outcome === NEVER ? new Promise(() => undefined) : (outcome as Outcome<CallBody<C>>);
    },
  };
}
