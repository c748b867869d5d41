import type { adminPolicyCall, CallBody } from '@vestibule/contracts';
import { type ParsedPolicy, parsePolicy, type ValueEdit, withValues } from '@vestibule/policy';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useMemo, useSyncExternalStore } from 'react';

export type Held = CallBody<typeof adminPolicyCall>;

/** The policy that a text was made from. */
export type Base = Pick<Held, 'version' | 'text'>;

/** What was written and is not published. It stays while other pages are looked at, and ends with the visit. */
interface Kept {
  readonly base: Base;
  readonly text: string;
}

interface Drafts {
  readonly current: () => Kept | null;
  readonly set: (kept: Kept | null) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

/** One for each visit: what is asked in it is kept in the same place. */
const drafts = new WeakMap<QueryClient, Drafts>();

function draftsOf(queries: QueryClient): Drafts {
  const found = drafts.get(queries) ?? createDrafts();
  drafts.set(queries, found);
  return found;
}

function createDrafts(): Drafts {
  let kept: Kept | null = null;
  const listeners = new Set<() => void>();
  return {
    current: () => kept,
    set(next) {
      kept = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** What became of an edit by the form: null is done; otherwise why the text did not take it, and null where none can say. */
export type Refused = { readonly message: string | null } | null;

export interface Draft {
  readonly text: string;
  readonly parsed: ParsedPolicy;
  readonly base: Base;
  readonly isChanged: boolean;
  /** A colleague has published another policy since. */
  readonly isStale: boolean;
  readonly write: (text: string) => void;
  /** Sets values in the text, and only if it is a policy afterwards. */
  readonly edit: (...edits: readonly ValueEdit[]) => Refused;
  readonly discard: () => void;
  /** Goes on from the policy that holds now, with this text. */
  readonly rebase: (text: string) => void;
}

/** The text of the policy as it is being changed: the one thing that form and editor both show and write. */
export function useDraft(held: Held): Draft {
  const { current, set, subscribe } = draftsOf(useQueryClient());
  const kept = useSyncExternalStore(subscribe, current);
  const base = kept?.base ?? held;
  const text = kept?.text ?? held.text;
  const parsed = useMemo(() => parsePolicy(text), [text]);
  const keep = (from: Base, next: string) =>
    set(next === from.text ? null : { base: { version: from.version, text: from.text }, text: next });
  return {
    text,
    parsed,
    base,
    isChanged: kept !== null,
    isStale: kept !== null && kept.base.version !== held.version,
    write: (next) => keep(base, next),
    edit(...edits) {
      // Of two edits in one moment the second is made on what the first has left.
      const edited = withValues(current()?.text ?? text, edits);
      if (edited === null) return { message: null };
      const read = parsePolicy(edited);
      if (!read.ok) return { message: read.problems[0]?.message ?? null };
      keep(base, edited);
      return null;
    },
    discard: () => set(null),
    rebase: (next) => keep(held, next),
  };
}
