import { createSimulatedDevice, fact, propertyRuns, type SimulatedDevice } from '@vestibule/testing';
import type { VerdictName } from '@vestibule/contracts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Desk, given, openDesk } from '../../../testing/administrators.ts';
import { addPerson, setPolicy, signInAs, type TestPerson } from '../../../testing/at-the-gate.ts';
import { firstCompany, type TestCompany } from '../../../testing/companies.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { Visitor } from '../../../testing/visitor.ts';
import { judgeAgain } from './judge-again.ts';

const DAY_MS = 86_400_000;
const BEST_FIRST: readonly VerdictName[] = [
  'passed',
  'in-grace',
  'not-checked',
  'stopped',
  'never-reported',
  'retired',
];

/** What the company asks, as the test says it: one check, as plainly as it can be said. */
interface Rule {
  readonly isRequired: boolean;
  /** Days from today. */
  readonly startsIn: number | null;
  readonly unknown: 'allow' | 'block';
  /** Until how many days from today the first person is exempted. */
  readonly exemptFor: number | null;
}

type Firewall = 'on' | 'off' | 'silent';
type Step =
  | { readonly do: 'report'; readonly computer: number; readonly firewall: Firewall }
  | { readonly do: 'policy'; readonly rule: Rule }
  | { readonly do: 'wait'; readonly days: number }
  | { readonly do: 'block' | 'unblock' | 'retire'; readonly computer: number };

const computer = fc.nat(2);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('report' as const),
      computer,
      firewall: fc.constantFrom<Firewall>('on', 'off', 'silent'),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('policy' as const),
      rule: fc.record({
        isRequired: fc.boolean(),
        startsIn: fc.option(fc.integer({ min: -2, max: 4 })),
        unknown: fc.constantFrom('allow' as const, 'block' as const),
        exemptFor: fc.option(fc.nat(3)),
      }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 3 }) }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constantFrom('block' as const, 'unblock' as const, 'retire' as const), computer }),
  },
);

/** A computer as the model knows it. */
interface Known {
  readonly device: SimulatedDevice;
  readonly owner: TestPerson;
  firewall: Firewall | null;
  state: 'approved' | 'blocked' | 'retired';
  verdict: VerdictName;
  since: string;
  changes: string[];
}

let server: TestServer;
let company: TestCompany;
let desk: Desk;

beforeAll(async () => {
  server = await startTestServer();
  company = await firstCompany(server);
});
afterAll(() => server.close());

const dayIn = (from: Date, days: number) => new Date(from.getTime() + days * DAY_MS).toISOString().slice(0, 10);

/** In words: the days are those of the policy that was set last, and a day of an exemption counts to its end. */
interface Asked extends Rule {
  readonly start: number | null;
  readonly exemptUntil: number | null;
  readonly exempt: string;
}

function modelOf({ firewall, state, owner }: Known, asked: Asked, now: number): VerdictName {
  if (state === 'retired') return 'retired';
  if (state === 'blocked') return 'stopped';
  if (firewall === null) return 'never-reported';
  if (firewall === 'on' || !asked.isRequired) return 'passed';
  const isExempt = asked.exemptUntil !== null && owner.login === asked.exempt && now < asked.exemptUntil;
  const isBegun = asked.start === null || now >= asked.start;
  const holds = isBegun && !isExempt;
  if (firewall === 'off') return holds ? 'stopped' : 'in-grace';
  if (!holds) return 'passed';
  return asked.unknown === 'block' ? 'stopped' : 'not-checked';
}

function factsOf(firewall: Firewall) {
  const reading =
    firewall === 'silent'
      ? { source: 'ufw', readAt: server.context.now().toISOString(), unavailable: 'timed-out' as const }
      : fact({ isOn: firewall === 'on', manager: 'ufw', gaps: [] });
  return { firewall: reading };
}

function policyText({ isRequired, unknown, start, exemptUntil, exempt }: Asked): string {
  const lines = [
    `severity: ${isRequired ? 'required' : 'recommended'}`,
    `unknown: ${unknown}`,
    ...(start === null ? [] : [`startDate: ${new Date(start).toISOString().slice(0, 10)}`]),
    ...(exemptUntil === null
      ? []
      : [
          `exemptions: [{ login: ${exempt}, until: ${dayIn(new Date(exemptUntil), -1)}, why: test, approvedBy: test }]`,
        ]),
  ];
  return `version: 1\nworkplaceAccessPolicy: Strict\nchecks:\n  FirewallEnable: { ${lines.join(', ')} }\n`;
}

test('whatever happens, in whatever order, computers and people stand as a slow and obvious model says', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      const people = [await addPerson(company), await addPerson(company)] as const;
      const [first, second] = people;
      let asked: Asked = {
        isRequired: true,
        startsIn: null,
        unknown: 'block',
        exemptFor: null,
        start: null,
        exemptUntil: null,
        exempt: first.login,
      };
      await setPolicy(company, policyText(asked));
      const known: Known[] = [];
      // Two of one person, one of another: no report of theirs yet.
      for (const owner of [first, first, second]) {
        const device = await createSimulatedDevice();
        known.push({
          device,
          owner,
          firewall: null,
          state: 'approved',
          verdict: 'never-reported',
          since: '',
          changes: [],
        });
      }
      const rowOf = async ({ device, owner }: Known) => {
        const { body } = await desk.call('adminDevices', { query: { personId: owner.id } });
        return body.devices.find(({ deviceId }) => deviceId === device.deviceId) ?? null;
      };
      for (const one of steps) {
        desk = await openDesk(company, 'administrator');
        server.advance(1000);
        if (one.do === 'wait') server.advance(one.days * DAY_MS);
        if (one.do === 'policy') {
          const today = server.context.now();
          const { startsIn, exemptFor } = one.rule;
          asked = {
            ...one.rule,
            exempt: first.login,
            start: startsIn === null ? null : Date.parse(dayIn(today, startsIn)),
            exemptUntil: exemptFor === null ? null : Date.parse(dayIn(today, exemptFor + 1)),
          };
          await setPolicy(company, policyText(asked));
        }
        if (one.do === 'report') {
          const it = given(known[one.computer]);
          if (it.state === 'approved') {
            const visitor = new Visitor(company);
            await signInAs(visitor, it.owner);
            const session = await visitor.openSession(it.device);
            await visitor.report(session, it.device, factsOf(one.firewall));
            it.firewall = one.firewall;
          }
        }
        if (one.do === 'block' || one.do === 'unblock' || one.do === 'retire') {
          const it = given(known[one.computer]);
          const row = it.firewall === null ? null : await rowOf(it);
          const parameters = { id: row?.id ?? '' };
          if (row !== null && one.do === 'block' && it.state === 'approved') {
            await desk.call('adminBlockDevice', { parameters, body: { isBlocked: true, reason: 'test' } });
            it.state = 'blocked';
          }
          if (row !== null && one.do === 'unblock' && it.state === 'blocked') {
            await desk.call('adminBlockDevice', { parameters, body: { isBlocked: false, reason: 'test' } });
            it.state = 'approved';
          }
          if (row !== null && one.do === 'retire' && it.state === 'approved') {
            await desk.call('adminRetireDevice', { parameters });
            it.state = 'retired';
          }
        }
        const now = server.context.now();
        if (one.do === 'wait') desk = await openDesk(company, 'administrator');
        await judgeAgain(given(await company.context.companies.byId(company.id)));
        for (const it of known) {
          const verdict = modelOf(it, asked, now.getTime());
          if (verdict !== it.verdict) {
            it.changes.push(`${it.verdict} > ${verdict}`);
            Object.assign(it, { verdict, since: now.toISOString() });
          }
          if (it.firewall === null) continue;
          const row = given(await rowOf(it));
          expect([one, row.verdict]).toEqual([one, it.verdict]);
          expect(row.since).toBe(it.since);
          const { body } = await desk.call('adminDeviceHistory', { parameters: { id: row.id } });
          expect(body.changes.map(({ before, after }) => `${before} > ${after}`).toReversed()).toEqual(it.changes);
        }
        for (const person of people) {
          const { body } = await desk.call('adminPeople', { query: { login: person.login } });
          const own = known.filter(({ owner, firewall }) => owner === person && firewall !== null);
          const best = BEST_FIRST.find((verdict) => own.some((it) => it.verdict === verdict)) ?? 'never-reported';
          expect(body.people[0]).toMatchObject({
            verdict: best,
            devices: own.filter(({ verdict }) => verdict !== 'retired').length,
            devicesStopped: own.filter(({ verdict }) => verdict === 'stopped').length,
          });
        }
      }
    }),
    { numRuns: propertyRuns(20) },
  );
}, 600_000);
