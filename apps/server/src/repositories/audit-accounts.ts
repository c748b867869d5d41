import type { Database } from '../database/database.ts';
import type { StoredAuditEntry } from './audit-log.ts';
import { findEntriesAbout } from './entries-about.ts';
import type { FormerNames } from './former-names.ts';
import { isOneOf } from './is-one-of.ts';
import type { Person } from './people.ts';
import { findProviderNames } from './provider-names.ts';

/** The accounts of a person at identity providers, now and before, as the audit log tells. */
export interface Accounts {
  /** What the person was called there. Another person may be called the same at another identity provider. */
  readonly subjects: readonly string[];
  /** Whether an entry is of one of these accounts, and names no one. */
  areNamedIn(entry: StoredAuditEntry): boolean;
}

export async function findAccounts(database: Database, person: Person, former: FormerNames): Promise<Accounts> {
  const { companyId, id } = person;
  const providerAt = await findProviderNames(database, companyId);
  // At which identity providers the person was called so. Null: at one that cannot be told.
  const found = new Map<string, Set<string | null>>();
  const add = (subject: unknown, upstreamId: string | null) => {
    if (typeof subject !== 'string' || subject === '') return;
    found.set(subject, (found.get(subject) ?? new Set()).add(upstreamId));
  };
  add(person.upstreamSubject, person.upstreamId);
  for await (const entries of findEntriesAbout(database, companyId, [...former.logins, id])) {
    for (const { id: entryId, target, details } of entries) {
      const isSelf = isOneOf([...former.loginsAt(entryId), id]);
      if (!isSelf(target) && !isSelf(details['login'])) continue;
      add(details['subject'], providerAt(target, entryId));
      add(details['object'], null);
      for (const link of [details['before'], details['after']]) {
        if (typeof link === 'object' && link !== null && 'subject' in link) add(link.subject, providerOf(link));
      }
    }
  }
  return {
    subjects: [...found.keys()],
    areNamedIn: ({ id: entryId, target, details }) => {
      const { subject, object, login } = details;
      if (login !== undefined) return false;
      // Unlike a subject, the id of an object in Entra ID is no one else's, in whatever tenant.
      if (typeof object === 'string' && found.has(object)) return true;
      const providers = typeof subject === 'string' ? found.get(subject) : undefined;
      if (providers === undefined) return false;
      const upstreamId = providerAt(target, entryId);
      // What cannot be told is taken for theirs: nothing that leads to someone stays behind.
      return upstreamId === null || providers.has(null) || providers.has(upstreamId);
    },
  };
}

/** Of an account in the entry of a link. */
function providerOf(link: object): string | null {
  return 'upstreamId' in link && typeof link.upstreamId === 'string' ? link.upstreamId : null;
}
