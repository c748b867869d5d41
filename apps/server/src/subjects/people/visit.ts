import type { Origin } from '../../context/server-context.ts';

/** Where a sign-in comes from: for audit entries, and for the person's own list of sessions. */
export interface Visit extends Origin {
  /** As the browser names itself. */
  readonly userAgent: string;
  /** The session cookie that the browser sent, if any: signing in again ends that session. */
  readonly sessionToken: string | undefined;
  /** The cookie that says who has signed in in this browser before, if any. */
  readonly browserMark: string | undefined;
}
