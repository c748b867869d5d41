import type { SignInOutcome } from '@vestibule/contracts';
import { propertyRuns } from '@vestibule/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { given } from '../../testing/administrators.ts';
import { configure, firstCompany, type TestCompany } from '../../testing/companies.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import {
  createTraveller,
  observe,
  type Traveller,
  TRAVELLERS_CHECKS as CHECKS,
  type TravellersCheck as Check,
  TRAVELLERS_POLICY,
} from '../../testing/traveller.ts';

let server: TestServer;
let company: TestCompany;
beforeAll(async () => {
  server = await startTestServer({ policy: TRAVELLERS_POLICY });
  company = await firstCompany(server);
});
afterAll(() => server.close());

/** What happens in one sign-in, one thing after another. */
const EVENT = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('report' as const), failing: fc.subarray([...CHECKS]) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('fix' as const), type: fc.constantFrom(...CHECKS) }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constantFrom('poll' as const, 'redeem' as const, 'install' as const) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('gate' as const), isObserving: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('block' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('access' as const) }) },
);
type Event = typeof EVENT extends fc.Arbitrary<infer T> ? T : never;

interface Expected {
  outcome: SignInOutcome;
  stoppedBy: Check[];
  fixed: Check[];
}

/**
 * The obvious model, apart from the code: what a person at the desk would say who has watched it all. `answers` is how each
 * call was answered, which is the gate's business and tested elsewhere.
 */
function watch(events: readonly Event[], answers: readonly number[]): Expected {
  let isObserving = false;
  const everStopped: Check[] = [];
  /** What fails in the computer's newest report; null: it has sent none. */
  let failing: readonly Check[] | null = null;
  let keptOutBy = null as 'checks' | 'refusal' | null;
  let isFixing = false;
  let wasAskedToInstall = false;
  let end: SignInOutcome | null = null;

  const look = (): void => {
    if (failing === null) return;
    for (const check of failing) if (!everStopped.includes(check)) everStopped.push(check);
    if (failing.length > 0) {
      keptOutBy = isObserving ? null : 'checks';
      if (isObserving) isFixing = false;
    }
  };
  for (const [index, event] of events.entries()) {
    if (end !== null) break;
    switch (event.kind) {
      case 'report': {
        const before: readonly Check[] = failing ?? [];
        failing = event.failing;
        const isLess = failing.length < before.length && failing.every((check) => before.includes(check));
        // By now something else may keep them out: what still failed is put right. Where nothing did, nothing is.
        if (keptOutBy !== null && before.length > 0 && failing.length === 0) isFixing = true;
        else if (keptOutBy !== null && !isLess && failing.length > 0) isFixing = false;
        look();
        break;
      }
      case 'poll':
        look();
        break;
      case 'gate':
        isObserving = event.isObserving;
        break;
      case 'fix':
        if (answers[index] === 200 && keptOutBy !== null && (failing ?? []).length > 0) isFixing = true;
        break;
      case 'install':
        if (failing === null) wasAskedToInstall = true;
        break;
      case 'block':
        if (answers[index] === 403 || answers[index] === 409) {
          keptOutBy = 'refusal';
          isFixing = false;
        }
        break;
      case 'redeem':
        if (answers[index] === 200) end = everStopped.length > 0 ? 'fixed' : 'through';
        else if (answers[index] !== 0) {
          keptOutBy = 'refusal';
          isFixing = false;
        }
        break;
      case 'access':
        if (answers[index] === 200) end = 'access';
        else {
          keptOutBy = 'refusal';
          isFixing = false;
        }
        break;
      default:
        event satisfies never;
    }
  }
  const isDone = end === 'fixed' || end === 'through';
  const left: readonly Check[] = isDone ? [] : (failing ?? []);
  const fixed = everStopped.filter((check) => !left.includes(check));
  const open = isFixing
    ? 'fixing'
    : keptOutBy !== null
      ? 'stopped'
      : wasAskedToInstall && failing === null
        ? 'asked-to-install'
        : 'arrived';
  return { outcome: end ?? open, stoppedBy: everStopped.toSorted(), fixed: fixed.toSorted() };
}

async function live(traveller: Traveller, event: Event): Promise<number> {
  switch (event.kind) {
    case 'report':
      await traveller.report(event.failing);
      return 0;
    case 'poll':
      await traveller.poll();
      return 0;
    case 'gate':
      await observe(company, event.isObserving);
      return 0;
    case 'fix':
      return traveller.fix(event.type);
    case 'install':
      await traveller.askInstaller();
      return 0;
    case 'redeem':
      return traveller.redeem();
    case 'block': {
      await traveller.block(true);
      const status = await traveller.redeem();
      await traveller.block(false);
      return status;
    }
    case 'access':
      return traveller.useAccess();
    default:
      return event satisfies never;
  }
}

test('of whatever happens in it, it says what the obvious model says', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(EVENT, { maxLength: 8 }), async (events) => {
      await configure(company, {});
      const traveller = await (await createTraveller({ server, company })).arrive();
      await traveller.signIn();
      const answers: number[] = [];
      for (const [index, event] of events.entries()) {
        answers.push(await live(traveller, event));
        // After each: most of what a history passes through is over at its end.
        const row = given(await traveller.row());
        const seen = { outcome: row.outcome, stoppedBy: row.stoppedBy.toSorted(), fixed: row.fixed.toSorted() };
        expect(seen).toEqual(watch(events.slice(0, index + 1), answers));
      }
    }),
    {
      numRuns: propertyRuns(100),
      // Refused once everything is fixed: seldom drawn.
      examples: [
        [
          [
            { kind: 'report', failing: [CHECKS[0]] },
            { kind: 'report', failing: [] },
            { kind: 'block' },
            { kind: 'report', failing: [] },
          ],
        ],
      ],
    },
  );
}, 300_000);
