import { randomBytes } from 'node:crypto';

const SESSION_LIFE_MS = 8 * 3_600_000;
const SESSIONS_MAXIMUM = 10_000;

/** Who is signed in, as the gate said. */
export interface SignedInUser {
  readonly displayName: string;
  readonly email: string;
  /** How the computer stood at sign-in. */
  readonly deviceStanding: string;
  /** What came back as RelayState. */
  readonly relayState: string;
}

export interface Sessions {
  /** @returns the new session's id, which is the cookie's value */
  begin(user: SignedInUser): string;
  find(id: string | undefined): SignedInUser | null;
  end(id: string | undefined): void;
}

/** Sessions in memory: they end with the process, and the oldest ends when there are too many. */
export function createSessions(now: () => number): Sessions {
  const sessions = new Map<string, { readonly user: SignedInUser; readonly expiresAt: number }>();
  return {
    begin(user) {
      const oldest = sessions.keys().next();
      if (sessions.size >= SESSIONS_MAXIMUM && !oldest.done) sessions.delete(oldest.value);
      const id = randomBytes(32).toString('base64url');
      sessions.set(id, { user, expiresAt: now() + SESSION_LIFE_MS });
      return id;
    },
    find(id) {
      const session = id === undefined ? undefined : sessions.get(id);
      if (id === undefined || session === undefined) return null;
      if (session.expiresAt > now()) return session.user;
      sessions.delete(id);
      return null;
    },
    end(id) {
      if (id !== undefined) sessions.delete(id);
    },
  };
}
