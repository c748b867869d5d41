/**
 * What may be asked in a minute before it is known who asks; each server counts by itself. An address is a brake on floods
 * only: twenty thousand people may sit behind one, and all come at nine o'clock. Guesses at an account's password and codes
 * are counted by account (`subjects/people/attempts.ts`), whatever stands here.
 */
export interface CallLimits {
  /** Sign-in, passkey, invitation: one such call, from one address. */
  readonly signIns: number;
  /** Of these, the ones that were refused: one address guesses at many accounts. */
  readonly failedSignIns: number;
  /** Of these, in one browser that the gate knows and in an hour: past that it counts with its address, like any other. */
  readonly failedOfBrowser: number;
  /** A page of a protocol that begins or goes on with a sign-in: one such page, from one address. */
  readonly pages: number;
  /** Sign-ins and pages of an hour, each of one address: they leave rows that are kept a day. */
  readonly inAnHour: number;
  /** The same as pages, by forms and scripts of one other site, in all browsers of one address. */
  readonly pagesOfOrigin: number;
  /** One call or page, by one browser that the gate knows or has marked. */
  readonly browser: number;
  /** The same, with a session: pages ask again and again. */
  readonly browserInSession: number;
  /** One account of an installed client, from one address: it reports every ten seconds at most. */
  readonly agent: number;
  /** One of all other calls, with no credential at all, from one address. */
  readonly open: number;
  /** Credentials and addresses that open nothing, of one address: those that opened something lately go on. */
  readonly wrongCredentials: number;
  /** What is wrong in form, of one address, that is not counted with the rest. */
  readonly malformed: number;
  /** Files and everything else, all together, of one address. */
  readonly others: number;
}

export const CALL_LIMITS: CallLimits = Object.freeze({
  signIns: 6000,
  failedSignIns: 300,
  failedOfBrowser: 30,
  pages: 12_000,
  inAnHour: 60_000,
  pagesOfOrigin: 6000,
  browser: 120,
  browserInSession: 1200,
  agent: 60,
  open: 24_000,
  wrongCredentials: 6000,
  malformed: 600,
  others: 600_000,
});
