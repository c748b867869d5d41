import { wasUndone } from '../database/statement-undone.ts';
import { addressKey } from '../operations/counting/address-keys.ts';
import type { Arrival, SignedInNote } from '../repositories/sign-ins.ts';
import type { WebSession } from '../repositories/people.ts';
import type { Origin, ServerContext } from './server-context.ts';

export const ARRIVALS_WINDOW_MS = 3_600_000;
/** So many arrivals of people whom no one knows yet are kept in an hour: of one address, and of a company. */
export const ARRIVALS_MAXIMUM = { address: 100, company: 1000 } as const;

/**
 * What is kept of an arrival. Anybody can make an application's request: past so many for which no one has signed in yet none is
 * kept before its person is known.
 */
export function arrivalFor(
  { company, arrivals }: ServerContext,
  { address, correlationId }: Origin,
  protocol: Arrival['protocol'],
): Arrival | null {
  const keys = [
    { key: `${company.id} ${addressKey(address)}`, most: ARRIVALS_MAXIMUM.address },
    { key: company.id, most: ARRIVALS_MAXIMUM.company },
  ];
  if (keys.some(({ key, most }) => arrivals.read(key) >= most)) return null;
  for (const { key } of keys) arrivals.add(key);
  return { protocol, correlationId };
}

/** By what someone who shows a sign-in is signed in. */
export function signedInBy(
  { now }: ServerContext,
  { authenticatedAt, factors }: Pick<WebSession, 'authenticatedAt' | 'factors'>,
): SignedInNote {
  return { at: now(), authenticatedAt, factors };
}

type Noting = Pick<ServerContext, 'unwritten' | 'events' | 'company'>;

/**
 * Works with a note for the list of sign-ins; where the database refuses that, without it: what is written of a sign-in never
 * decides it.
 * @param work of which nothing is left where a statement of it is refused
 */
export async function notingIfPossible<Note, Result>(
  context: Noting,
  note: Note,
  work: (note: Note | null) => Promise<Result>,
): Promise<Result> {
  if (note === null) return work(null);
  try {
    const result = await work(note);
    tellConsole(context);
    return result;
  } catch (error) {
    if (!wasUndone(error)) throw error;
    const result = await work(null);
    sayUnnoted(context);
    return result;
  }
}

/** Writes a note by itself: nothing waits for more than that, and nothing comes of it where it fails. */
export async function noteAside(context: Noting, write: () => Promise<void>): Promise<void> {
  try {
    await write();
    tellConsole(context);
  } catch {
    sayUnnoted(context);
  }
}

/** Nothing waits for that: the list of sign-ins is looked at again. */
function tellConsole({ company, events }: Noting): void {
  void events.publish({ companyId: company.id, personId: null, subject: 'sign-in' });
}

function sayUnnoted({ unwritten }: Pick<ServerContext, 'unwritten'>): void {
  unwritten.note(
    'sign-ins',
    'Sign-ins go on, but the list of sign-ins lacks some steps: the database did not take them. The log of PostgreSQL says why.',
  );
}
