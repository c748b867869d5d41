import { setImmediate } from 'node:timers/promises';
import { findNeverSignedUp } from '../../../repositories/people-in-bulk.ts';
import { inviteNeverSignedUp } from '../hand-out-invitations.ts';
import { NO_LOCAL_SIGN_IN } from '../local-sign-in.ts';
import { mailInvitation, openMailServer } from '../../settings/mail-out.ts';
import { type Acting, whoIs } from '../../audit/acting.ts';
import type { Mailing } from '../people-credentials.ts';

/** How many are invited in one transaction: anyone who comes to the gate meanwhile waits for no more than these. */
const INVITED_AT_ONCE = 100;
/** Anyone who waits for an import waits for its mails too: later ones are left. */
const MAILING_MS = 120_000;

/** Who of a file gets a link. */
export interface Invitees {
  readonly logins: ReadonlySet<string>;
  readonly warnings: readonly string[];
}

/**
 * Everybody who is new, and anyone who was there and has never signed up: the links that they were given may have reached
 * no one. One more import of the same file so makes new ones.
 * @param file logins, with whether their owner is new
 */
export async function findInvitees(
  { context, isDryRun }: Acting,
  file: readonly { readonly login: string; readonly isNew: boolean }[],
): Promise<Invitees> {
  if (!context.configuration.isLocalSignInEnabled) return { logins: new Set(), warnings: [NO_LOCAL_SIGN_IN] };
  const waiting = await findNeverSignedUp(context.database, context.company.id);
  const invited = file.filter(({ login, isNew }) => isNew || waiting.has(login));
  const earlier = invited.filter(({ isNew }) => !isNew).length;
  const would = isDryRun ? `${invited.length} would get a link with which they sign up.` : null;
  return {
    logins: new Set(invited.map(({ login }) => login)),
    warnings: [...(would === null ? [] : [would]), ...(earlier === 0 ? [] : [noteOnEarlier(earlier, isDryRun)])],
  };
}

function noteOnEarlier(count: number, isDryRun: boolean): string {
  return isDryRun
    ? `${count} of them are there already and have never signed up: any link that they were given before would be void.`
    : `${count} were there already and had never signed up: any link that they were given before is void.`;
}

export interface Invited {
  /** By login. */
  readonly links: ReadonlyMap<string, string>;
  /** Logins of those to whom theirs was mailed. */
  readonly mailed: ReadonlySet<string>;
  readonly warnings: readonly string[];
}

/** Invites people in portions. Once the mail server takes no mails, the others are not tried: their links are shown. */
export async function inviteImported(
  { context, origin, administrator }: Acting,
  { logins }: Invitees,
  { isMailing, language }: Mailing,
): Promise<Invited> {
  const actor = whoIs(administrator);
  const links = new Map<string, string>();
  const mailed = new Set<string>();
  if (logins.size === 0) return { links, mailed, warnings: [] };
  const server = isMailing ? await openMailServer(context) : null;
  const waiting = await findNeverSignedUp(context.database, context.company.id);
  const order = [...logins].filter((login) => waiting.has(login));
  const begun = performance.now();
  let stop: string[] | null = null;
  for (let from = 0; from < order.length; from += INVITED_AT_ONCE) {
    const portion = order.slice(from, from + INVITED_AT_ONCE);
    const ids = portion.map((login) => waiting.get(login) ?? '');
    const handedOut = await inviteNeverSignedUp(context, origin, ids, actor);
    const byLogin = new Map(handedOut.map((one) => [one.person.login, one]));
    for (const { person, url: link, expiresAt } of portion.flatMap((login) => byLogin.get(login) ?? [])) {
      links.set(person.login, link);
      if (server === null || stop !== null) continue;
      if (performance.now() - begun > MAILING_MS) {
        stop = ['There was no time to mail them all.'];
        continue;
      }
      const problem = await mailInvitation(context, origin, server, { person, link, expiresAt, language, actor });
      if (problem === null) mailed.add(person.login);
      else if (problem.code !== 'address') stop = [problem.sentence, problem.next];
    }
    // The embedded database answers without giving anything else a turn.
    await setImmediate();
  }
  const left = server === null ? 0 : links.size - mailed.size;
  return {
    links,
    mailed,
    warnings: [
      ...(links.size > 0 ? ['The links are good for seven days, and are shown this once.'] : []),
      ...(left === 0 ? [] : [`${left} of ${links.size} links were not mailed: hand them over yourself.`]),
      ...(stop ?? []),
    ],
  };
}
