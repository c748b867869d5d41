import { normalizeEmail } from '../../../repositories/people.ts';
import { findWaysOfPeople, type PersonWays } from '../../../repositories/people-ways.ts';
import { findAllApplications } from '../../../repositories/admin-applications.ts';
import { findUpstreams, type UpstreamRow } from '../../../repositories/upstreams.ts';
import { isOfOwnDomain } from '../identity-providers/email-domain.ts';
import type { ServerContext } from '../../../context/server-context.ts';

type Upstream = Pick<UpstreamRow, 'id' | 'kind' | 'name' | 'settings' | 'isEnabled'>;

/** What people sign in by, as it is or as it would be. */
interface Ways {
  readonly people: readonly PersonWays[];
  readonly upstreams: readonly Upstream[];
  /** Ids of those that a second step is in: who is linked there comes by it, and needs no way of their own. */
  readonly secondSteps: readonly string[];
  readonly isLocalSignInEnabled: boolean;
}

/** Why someone cannot sign in, and what mends it. */
const REASONS = ['uninvited', 'domain', 'role', 'shared', 'used'] as const;
type Reason = (typeof REASONS)[number];

/** Logins that one sentence names. */
const NAMED = 5;

/** For the status: how many people have no way in, why, and the command that mends it. */
export async function warnOfNoWayIn(context: ServerContext): Promise<string[]> {
  return sayNoWayIn(await findWays(context));
}

/**
 * The same as it would be with an identity provider as it is about to be.
 * @param after one that is to be tried first counts as switched on: that is what it is for
 */
export async function warnOfNoWayInWith(context: ServerContext, after: Upstream): Promise<string[]> {
  const ways = await findWays(context);
  return sayNoWayIn({ ...ways, upstreams: [...ways.upstreams.filter(({ id }) => id !== after.id), after] });
}

/** What a file of people says of someone. */
export interface WayByFile {
  readonly login: string;
  readonly email: string;
  /** The identity provider at which the file names them. */
  readonly upstreamId: string | null;
  readonly isInvited: boolean;
}

/** The same of the people of a file, as they would be once it is in. */
export async function warnOfNoWayInOfFile(context: ServerContext, file: readonly WayByFile[]): Promise<string[]> {
  const ways = await findWays(context);
  const known = new Map(ways.people.map((person) => [person.login, person]));
  const named = new Map(file.map((one) => [one.login, one]));
  const nothing = { role: null, hasPassword: false, hasPasskey: false, isInvited: false, isUnused: true };
  const people = file.map(({ login, email, upstreamId, isInvited }): PersonWays => {
    const before = known.get(login);
    return {
      ...(before ?? nothing),
      login,
      email,
      upstreamId: upstreamId ?? before?.upstreamId ?? null,
      isInvited: isInvited || (before?.isInvited ?? false),
    };
  });
  const others = ways.people.filter(({ login }) => !named.has(login));
  return sayNoWayIn({ ...ways, people: [...others, ...people] }, (login) => named.has(login));
}

async function findWays(context: ServerContext): Promise<Ways> {
  const { database, company, configuration, now } = context;
  return {
    people: await findWaysOfPeople(database, company.id, now()),
    upstreams: await findUpstreams(database, company.id),
    secondSteps: (await findAllApplications(database, company.id)).flatMap(({ protocol, oidcClient }) => {
      const upstreamId = protocol === 'second-step' ? oidcClient?.['upstreamId'] : undefined;
      return typeof upstreamId === 'string' ? [upstreamId] : [];
    }),
    isLocalSignInEnabled: configuration.isLocalSignInEnabled,
  };
}

function sayNoWayIn(ways: Ways, isMeant: (login: string) => boolean = () => true): string[] {
  const addresses = new Map<string, number>();
  for (const { email } of ways.people) {
    const address = normalizeEmail(email);
    addresses.set(address, (addresses.get(address) ?? 0) + 1);
  }
  const isShared = ({ email }: PersonWays) => (addresses.get(normalizeEmail(email)) ?? 0) > 1;
  const found = new Map<Reason, PersonWays[]>();
  for (const person of ways.people.filter(({ login }) => isMeant(login))) {
    const reason = whyNoWayIn(ways, person, isShared(person));
    if (reason !== null) found.set(reason, [...(found.get(reason) ?? []), person]);
  }
  return REASONS.flatMap((reason) => {
    const some = found.get(reason) ?? [];
    return some.length === 0 ? [] : [say(reason, some, ways)];
  });
}

function whyNoWayIn(
  { upstreams, secondSteps, isLocalSignInEnabled }: Ways,
  person: PersonWays,
  isShared: boolean,
): Reason | null {
  const { upstreamId, hasPassword, hasPasskey, isInvited, isUnused, role } = person;
  const on = upstreams.filter(({ isEnabled }) => isEnabled);
  if (on.some(({ id }) => id === upstreamId)) return null;
  if (upstreamId !== null && secondSteps.includes(upstreamId)) return null;
  if (isLocalSignInEnabled && (hasPassword || hasPasskey || isInvited)) return null;
  if (hasPasskey && role === 'administrator') return null;
  if (on.length === 0) return 'uninvited';
  if (role !== null) return 'role';
  if (!isUnused) return 'used';
  if (!on.some((upstream) => speaksFor(upstream, person.email))) return 'domain';
  // Linked by their address, at their first sign-in.
  return isShared ? 'shared' : null;
}

function speaksFor({ settings }: Upstream, email: string): boolean {
  const { allowedDomains } = settings;
  const domains = Array.isArray(allowedDomains) ? allowedDomains : [];
  return isOfOwnDomain({ allowedDomains: domains.filter((one): one is string => typeof one === 'string') }, email);
}

function say(reason: Reason, people: readonly PersonWays[], { upstreams, isLocalSignInEnabled }: Ways): string {
  const names = people.slice(0, NAMED).map(({ login }) => login);
  const more = people.length > NAMED ? ` and ${people.length - NAMED} more` : '';
  const who = `${people.length === 1 ? '1 person has' : `${people.length} people have`} no way to sign in`;
  const logins = `(${names.join(', ')}${more})`;
  const [provider] = upstreams.filter(({ isEnabled }) => isEnabled);
  const name = provider?.name ?? '';
  const link = `vestibule person link LOGIN --identity-provider "${name}" --subject SUBJECT`;
  switch (reason) {
    case 'uninvited':
      return isLocalSignInEnabled
        ? `${who} ${logins}: no password, no passkey, no open invitation, and no identity provider. Invite them: vestibule person import FILE --invite, or vestibule person invite LOGIN`
        : `${who} ${logins}: isLocalSignInEnabled is off, and no identity provider is switched on. vestibule connect --help`;
    case 'domain': {
      const domains = [...new Set(people.map(({ email }) => normalizeEmail(email.slice(email.lastIndexOf('@') + 1))))];
      return `${who} ${logins}: no identity provider is set up for the domain of their e-mail address, so it links no one by it. Where the company owns the domain: vestibule identity-provider set "${name}" --domain ${domains.slice(0, NAMED).join(' ')}. Else give their subjects: vestibule person import FILE, with a column subject`;
    }
    case 'role':
      return `${who} ${logins}: people with a role aren’t linked by an e-mail address. ${link}`;
    case 'shared':
      return `${who} ${logins}: several people have the same e-mail address, so it links no one. vestibule person set LOGIN --email ADDRESS, or ${link}`;
    case 'used':
      return `${who} ${logins}: they were here before, and are not linked to an identity provider that is switched on. ${link}`;
    default:
      return reason satisfies never;
  }
}
