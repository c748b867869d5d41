import {
  type ADMIN_CALLS,
  PAGE_STANDARD,
  saySignInStep,
  type SignIn,
  SIGN_IN_OUTCOMES,
  type SignInOutcome,
} from '@vestibule/contracts';
import type * as z from 'zod/mini';
import type { StoredStep } from '../../repositories/sign-ins.ts';
import {
  countByTime,
  countSignIns,
  findOneSignIn,
  findSignInsPage,
  type FoundSignIn,
  measureUnblocking,
  type SignInPlace,
  type SignInsWanted,
} from '../../repositories/sign-in-lists.ts';
import { isRefusal, type Refusal, refuse, type ServerContext } from '../../context/server-context.ts';
import { inOrder, timesOf } from './sign-in-times.ts';

type Query = z.infer<typeof ADMIN_CALLS.adminSignIns.query>;

function wantedOf(query: Omit<Query, 'limit' | 'after' | 'company'>): SignInsWanted {
  const { outcome, deviceId, from, until, minimumMs, isAround, isStoppedNow, ...same } = query;
  return {
    ...same,
    outcomes: outcome === undefined ? undefined : SIGN_IN_OUTCOMES.filter((one) => outcome.split(',').includes(one)),
    deviceRowId: deviceId,
    from: from === undefined ? undefined : new Date(from),
    until: until === undefined ? undefined : new Date(until),
    minimumMs: minimumMs === undefined ? undefined : Number(minimumMs),
    isAround: isAround === 'true',
    isStoppedNow: isStoppedNow === 'true',
  };
}

/** Sign-ins of the company, a page at a time, the newest first. */
export async function listSignIns({ database, company, now }: ServerContext, query: Query) {
  const { limit: most, after: place, company: _company, ...which } = query;
  const after = place === undefined ? null : readPlace(place);
  if (isRefusal(after)) return after;
  const limit = Number(most ?? PAGE_STANDARD);
  const wanted = wantedOf(which);
  const at = now();
  const rows = await findSignInsPage(database, company.id, wanted, { after, limit: limit + 1, now: at });
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1)?.row : undefined;
  return {
    signIns: shown.map(describe),
    // Counting is what costs: once, as the first page is asked for.
    total: after === null ? await countSignIns(database, company.id, wanted, at) : null,
    next: last === undefined ? null : `${last.at.toISOString()}_${last.id}`,
  };
}

function readPlace(text: string): SignInPlace | Refusal<'request_malformed'> {
  const [moment = '', id = ''] = text.split('_');
  const at = new Date(moment);
  return Number.isNaN(at.getTime()) || !/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(id)
    ? refuse('request_malformed', 'query.after: is not what the page before gave.')
    : { at, id };
}

function describe({ row, outcome, person, device, application, reason, givenBy }: FoundSignIn): SignIn {
  return {
    id: row.id,
    at: row.at.toISOString(),
    outcome,
    person,
    device,
    application,
    protocol: row.protocol,
    hasAnswered: row.hasAnswered,
    stoppedBy: [...row.stoppedBy],
    fixed: [...row.fixed],
    refusal: row.refusal,
    ways: [...row.ways],
    reason,
    givenBy,
    lastAt: row.lastAt.toISOString(),
    endedAt: row.endedAt?.toISOString() ?? null,
    tookMs: row.tookMs,
  };
}

/** One sign-in with its steps. */
export async function describeSignIn({ database, company, now }: ServerContext, id: string) {
  const found = await findOneSignIn(database, company.id, id, now());
  if (found === null) return refuse('not_found', 'There is no such sign-in in this company.');
  const steps = inOrder(found.row.steps);
  const name = found.application?.name ?? 'An application that was removed';
  return {
    ...describe(found),
    steps: steps.map((step) => describeStep(step, found.row.at, name)),
    milliseconds: timesOf(steps),
    unblockedMs: found.row.unblockedMs,
    correlationId: found.row.correlationId,
  };
}

function describeStep(step: StoredStep, begun: Date, application: string) {
  const { at, kind, id, reportId, grantId } = step;
  const values = { ...step.values, application } as Record<string, string | number | string[]>;
  return {
    at,
    afterMs: Date.parse(at) - begun.getTime(),
    kind,
    sentence: { id, values },
    says: saySignInStep({ id, values }),
    evidence:
      grantId !== undefined
        ? ({ kind: 'access', id: grantId } as const)
        : reportId !== undefined
          ? ({ kind: 'report', id: reportId } as const)
          : null,
  };
}

const DAY_MS = 86_400_000;
const SPANS = { day: { ms: DAY_MS, standardMs: 14 * DAY_MS }, 'quarter-hour': { ms: 900_000, standardMs: DAY_MS } };
/** More bars than any page shows, and few enough to send. */
const SPANS_MAXIMUM = 800;

/** Sign-ins by outcome over time. */
export async function describeSeries(
  { database, company, now }: ServerContext,
  { by = 'quarter-hour', company: _company, ...which }: z.infer<typeof ADMIN_CALLS.adminSignInSeries.query>,
) {
  const at = now();
  const span = SPANS[by];
  const asked = wantedOf(which);
  const until = asked.until ?? at;
  const from = asked.from ?? new Date(until.getTime() - span.standardMs);
  const spans = Math.ceil((until.getTime() - from.getTime() + 1) / span.ms);
  if (spans > SPANS_MAXIMUM) {
    return refuse('request_malformed', `That is ${spans} spans of time, and at most ${SPANS_MAXIMUM} are answered.`);
  }
  const wanted = { ...asked, from, until };
  const counted = await countByTime(database, company.id, wanted, { spanMs: span.ms, now: at });
  const series = Array.from({ length: Math.max(spans, 0) }, (_, place) => ({
    at: new Date(from.getTime() + place * span.ms).toISOString(),
    counts: countsOf(counted.filter((one) => one.place === place)),
  }));
  const counts = countsOf(counted);
  return {
    series,
    counts,
    total: Object.values(counts).reduce((sum, one) => sum + one, 0),
    unblockedMs: await measureUnblocking(database, company.id, wanted, at),
    stoppedNow: await countSignIns(
      database,
      company.id,
      { ...asked, from: undefined, until: undefined, isStoppedNow: true },
      at,
    ),
  };
}

function countsOf(counted: readonly { readonly outcome: SignInOutcome; readonly times: number }[]) {
  const counts = Object.fromEntries(SIGN_IN_OUTCOMES.map((outcome) => [outcome, 0])) as Record<SignInOutcome, number>;
  for (const { outcome, times } of counted) counts[outcome] += times;
  return counts;
}
