import type { Accounts } from './audit-accounts.ts';
import type { StoredAuditEntry } from './audit-log.ts';
import type { FormerNames } from './former-names.ts';
import { isOneOf } from './is-one-of.ts';
import type { Person } from './people.ts';

/** What a person has to do with an audit entry. */
export interface PartInEntry {
  /** What was the person's alone when it was written. */
  readonly alone: readonly string[];
  readonly isActor: boolean;
  /** It was done to them. */
  readonly isTarget: boolean;
  /** It says by their id that it is about another person. */
  readonly isAboutOther: boolean;
  /** It is of an account of theirs at an identity provider, and names no one. */
  readonly isArrival: boolean;
}

export function partIn(
  entry: StoredAuditEntry,
  { person, former, accounts }: { readonly person: Person; readonly former: FormerNames; readonly accounts: Accounts },
): PartInEntry {
  const alone = [...former.loginsAt(entry.id), person.id];
  const isSelf = isOneOf(alone);
  const { personId } = entry.details;
  const isAboutOther = typeof personId === 'string' && personId !== person.id;
  return {
    alone,
    isActor: isSelf(entry.actor),
    isTarget: !isAboutOther && isSelf(entry.target),
    isAboutOther,
    isArrival: accounts.areNamedIn(entry),
  };
}
