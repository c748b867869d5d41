import type { CheckType, SignInOutcome, SignInSentence, SignInStepKind, SignInWay } from '@vestibule/contracts';
import type { accessGrants, devices, signIns } from '../../database/schema.ts';
import type { StoredStep } from '../../database/schema/sign-ins.ts';
import { DEMO_WORK_APP_ID } from '../../operations/set-up/trial-marks.ts';
import { DEMO_PEOPLE } from '../../subjects/people/trial-people.ts';

type SignIn = typeof signIns.$inferInsert;
type Grant = typeof accessGrants.$inferInsert;
type Computer = typeof devices.$inferInsert;

const DAY_MS = 86_400_000;
const PAST_DAYS = 60;
/** Sign-ins are kept for ninety days. */
const KEPT_DAYS = 89;
const LIFE_MS = 600_000;

/** A sign-in of the past that was not let in at once by its computer. */
interface Story {
  readonly outcome: SignInOutcome;
  readonly ends: SignInSentence;
  readonly stoppedBy?: readonly CheckType[];
  readonly way?: SignInWay;
  readonly grant?: Pick<Grant, 'kind' | 'reason'>;
}

const STORIES: readonly Story[] = [
  {
    outcome: 'access',
    ends: 'let-in-by-access',
    way: 'temporary-access',
    stoppedBy: ['OsAutoUpdateEnable'],
    grant: { kind: 'temporary-access', reason: 'Update fails; repair booked for Thursday' },
  },
  { outcome: 'fixed', ends: 'let-in', stoppedBy: ['ScreenSaverState'] },
  {
    outcome: 'access',
    ends: 'let-in-without-workplace',
    way: 'skip-installation',
    grant: { kind: 'skip-installation', reason: 'Went on without Workplace' },
  },
  { outcome: 'observed', ends: 'let-in-report-only', way: 'report-only', stoppedBy: ['OSSupported'] },
  { outcome: 'stopped', ends: 'kept-out', stoppedBy: ['OsAutoUpdateEnable'] },
  { outcome: 'observed', ends: 'let-in-not-enforced', way: 'not-enforced', stoppedBy: ['ScreenSaverState'] },
  { outcome: 'not-checked', ends: 'let-in-by-provider', way: 'phone' },
];
/** Every so many sign-ins have a story; the others pass. */
const STORY_EVERY = 5;
const PASSES: Story = { outcome: 'through', ends: 'let-in' };
const CHECKS = 10;
/** No computer answers to it. */
const NO_KEY = { kty: 'EC', crv: 'P-256', x: '', y: '' } as const;

interface Past {
  readonly computers: Computer[];
  readonly signIns: SignIn[];
  readonly grants: Grant[];
}

/** What the trial says happened before it began: the same for the same moment. The computers of then are retired. */
export function pastOf(companyId: string, now: Date): Past {
  const found: Past = { computers: computersOf(companyId, now), signIns: [], grants: [] };
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  let count = 0;
  for (let day = daysBack(now); day > 0; day -= 1) {
    const midnight = today - day * DAY_MS;
    const weekday = new Date(midnight).getUTCDay();
    if (weekday === 0 || weekday === 6) continue;
    for (const [index, { id: personId }] of DEMO_PEOPLE.entries()) {
      count += 1;
      const story = count % STORY_EVERY === 0 ? STORIES[(count / STORY_EVERY - 1) % STORIES.length] : undefined;
      const at = new Date(midnight + (8 * 60 + index * 25 + ((count * 7) % 50)) * 60_000);
      const grantId = story?.grant === undefined ? null : idOf('9a', count);
      found.signIns.push(signInOf({ companyId, personId, at, count, grantId }, story ?? PASSES));
      if (story?.grant !== undefined && grantId !== null) {
        found.grants.push(grantOf({ companyId, personId, id: grantId, at }, story.grant));
      }
    }
  }
  return found;
}

/** Sixty days, or since the first of October where that is longer. */
function daysBack(now: Date): number {
  const year = now.getUTCFullYear() - (now.getUTCMonth() < 9 ? 1 : 0);
  const sinceOctober = Math.floor((now.getTime() - Date.UTC(year, 9, 1)) / DAY_MS);
  return Math.min(KEPT_DAYS, Math.max(PAST_DAYS, sinceOctober));
}

interface Visit {
  readonly companyId: string;
  readonly personId: string;
  readonly at: Date;
  readonly count: number;
  readonly grantId: string | null;
}

function signInOf({ companyId, personId, at, count, grantId }: Visit, story: Story): SignIn {
  const { outcome, ends, way, stoppedBy = [] } = story;
  const isRead = way !== 'skip-installation' && way !== 'phone';
  const isLetIn = outcome !== 'stopped';
  const tookMs = outcome === 'fixed' ? 190_000 : 6_000 + (count % 9) * 700;
  const after = (ms: number) => new Date(at.getTime() + ms);
  const step = (ms: number, kind: SignInStepKind, id: SignInSentence, values?: StoredStep['values']): StoredStep => ({
    at: after(ms).toISOString(),
    kind,
    id,
    ...(values !== undefined && { values }),
  });
  const read = { passed: CHECKS - stoppedBy.length, checks: CHECKS, count: stoppedBy.length, stoppers: stoppedBy };
  const steps = [step(0, 'arrived', 'arrived-saml')];
  if (isRead) steps.push(step(2000, 'computer', 'computer-answered'));
  if (isRead && stoppedBy.length === 0) steps.push(step(4000, 'passed', 'met-policy', read));
  if (stoppedBy.length > 0)
    steps.push(step(4000, 'stopped', outcome === 'observed' ? 'would-keep-out' : 'kept-out', read));
  if (outcome === 'fixed') steps.push(step(tookMs - 3000, 'fixed', 'fixed', { checks: stoppedBy }));
  if (isLetIn) steps.push({ ...step(tookMs, 'let-in', ends), ...(grantId !== null && { grantId }) });
  return {
    companyId,
    id: idOf('51', count),
    at,
    expiresAt: after(LIFE_MS),
    applicationId: DEMO_WORK_APP_ID,
    protocol: 'saml',
    personId,
    deviceRowId: isRead ? computerOf(personId) : null,
    grantId,
    outcome,
    hasAnswered: isRead ? true : null,
    stoppedBy: [...stoppedBy],
    fixed: outcome === 'fixed' ? [...stoppedBy] : [],
    ways: way === undefined ? [] : [way],
    steps,
    lastAt: after(isLetIn ? tookMs : 4000),
    fixedAt: outcome === 'fixed' ? after(tookMs - 3000) : null,
    endedAt: isLetIn ? after(tookMs) : null,
    tookMs: isLetIn ? tookMs : null,
    unblockedMs: outcome === 'fixed' ? 3000 : null,
  };
}

/** One for each person, retired a day ago. */
function computersOf(companyId: string, now: Date): Computer[] {
  const createdAt = new Date(now.getTime() - KEPT_DAYS * DAY_MS);
  return DEMO_PEOPLE.map(({ id: personId, login }) => {
    const id = computerOf(personId);
    const name = `${login.toUpperCase()}-LT-OLD`;
    const keys = {
      keyThumbprint: `retired-${login}`,
      identityKey: NO_KEY,
      agreementKey: NO_KEY,
      keyProtection: 'file',
    };
    const seen = { createdAt, lastSeenAt: new Date(now.getTime() - DAY_MS) };
    return {
      companyId,
      id,
      deviceId: id,
      ...keys,
      state: 'retired',
      personId,
      name,
      operatingSystem: 'windows',
      ...seen,
    };
  });
}

function computerOf(personId: string): string {
  const index = DEMO_PEOPLE.findIndex(({ id }) => id === personId);
  return idOf('de', index);
}

function grantOf(
  { companyId, personId, id, at }: Pick<Visit, 'companyId' | 'personId' | 'at'> & { readonly id: string },
  given: Pick<Grant, 'kind' | 'reason'>,
): Grant {
  const createdAt = new Date(at.getTime() - LIFE_MS);
  const expiresAt = new Date(at.getTime() + LIFE_MS);
  const ended = { createdAt, expiresAt, usesLeft: 0, overridesStopper: false };
  // Who goes on without Workplace gives it to themselves.
  const own = DEMO_PEOPLE.find((person) => person.id === personId)?.login ?? '';
  const grantedBy = given.kind === 'skip-installation' ? own : 'Ilse Brandt';
  return { companyId, id, personId, applicationId: null, grantedBy, ...given, ...ended };
}

/** Ids are shown by their beginning, which tells these apart. */
function idOf(kind: string, count: number): string {
  return `${kind}${String(count).padStart(6, '0')}-0000-4000-8000-a1de7b000000`;
}
