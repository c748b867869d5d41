import * as z from 'zod';
import { createToken, hashToken } from '../../operations/crypto/tokens.ts';
import { findPersonByUpstream, findWebSession, type Person } from '../../repositories/people.ts';
import { beginCeremony, type CeremonyKind, readCeremony } from '../people/factors/ceremonies.ts';
import { type Intent, intentSchema, type UpstreamIdentity } from '../people/identity-providers/intent.ts';
import type { Visit } from '../people/visit.ts';
import type { ServerContext } from '../../context/server-context.ts';

const QUESTION_LIFE_MS = 300_000;
const LONGEST_NAME = 120;

/**
 * An identity provider has named another person than the one who is signed in. What it answered is not kept: who goes on is
 * sent there again.
 */
const UPSTREAM_QUESTION = {
  kind: 'upstream-question',
  lifeMs: QUESTION_LIFE_MS,
  content: z.object({
    intent: intentSchema.omit({ codeVerifier: true, nonce: true }),
    /** The session that is asked. */
    sessionId: z.uuid(),
    subject: z.string(),
    /** As the account here is called; of someone new, as the provider calls them. */
    vouchedFor: z.object({ displayName: z.string(), login: z.string() }),
  }),
} satisfies CeremonyKind<unknown>;
type Question = z.infer<typeof UPSTREAM_QUESTION.content>;

/** A person as the page that asks names them. */
export type NamedPerson = Pick<Person, 'displayName' | 'login'>;

/** Nothing was changed yet: another person is signed in there. */
export interface UpstreamQuestion {
  readonly kind: 'question';
  readonly upstreamId: string;
  readonly handle: string;
  /** Who is asked; and who was named, where they have an account here. */
  readonly signedIn: Person;
  readonly named: Person | null;
}

/** What the page shows, and to whom. */
export interface AskedReplacement {
  readonly asked: Question;
  readonly signedIn: NamedPerson;
}

/**
 * Who is signed in in this browser, where it is more than a second step, and does not wait for a factor.
 * @param exceptPersonId is not looked for; null: no one
 */
export async function findOtherSignedIn(
  { database, company, now }: ServerContext,
  { sessionToken }: Visit,
  exceptPersonId: string | null,
) {
  if (sessionToken === undefined) return null;
  const signedIn = await findWebSession(database, company.id, hashToken(sessionToken), now());
  if (signedIn === null || signedIn.person.id === exceptPersonId) return null;
  const { reach, awaits } = signedIn.session;
  return reach === 'whole' && awaits !== 'second-factor' ? signedIn : null;
}

/**
 * Asks where another person is signed in, before anything is written about the one who was named.
 * @returns null: no one else is, or that very session has said that its person leaves for this one
 */
export async function askWhereAnotherIsSignedIn(
  context: ServerContext,
  visit: Visit,
  intent: Intent,
  identity: UpstreamIdentity,
): Promise<UpstreamQuestion | null> {
  const { upstreamId, replaces } = intent;
  const { subject } = identity;
  const known = await findPersonByUpstream(context.database, context.company.id, upstreamId, subject);
  const other = await findOtherSignedIn(context, visit, known?.id ?? null);
  if (other === null) return null;
  const sessionId = other.session.id;
  if (replaces?.sessionId === sessionId && replaces.subject === subject) return null;
  const handle = createToken();
  const vouchedFor = known ?? nameOf(identity);
  // Only what the page and the next request need is kept.
  const question = UPSTREAM_QUESTION.content.parse({ intent, sessionId, subject, vouchedFor });
  await beginCeremony(context, UPSTREAM_QUESTION, handle, question);
  return { kind: 'question', upstreamId, handle, signedIn: other.person, named: known };
}

/** @returns null: not of this company or identity provider, or over */
export async function readQuestion(
  context: ServerContext,
  handle: string,
  upstreamId: string,
): Promise<Question | null> {
  const asked = await readCeremony(context, UPSTREAM_QUESTION, handle);
  return asked?.intent.upstreamId === upstreamId ? asked : null;
}

function nameOf({ displayName, login, email, subject }: UpstreamIdentity): NamedPerson {
  const as = (login ?? email ?? subject).slice(0, LONGEST_NAME);
  return { displayName: displayName?.slice(0, LONGEST_NAME) ?? as, login: as };
}
