import { type CheckResult, type PolicyMode, POLICY_MODES, type SignInMode } from '@vestibule/contracts';
import { SIGN_IN_MODES } from '@vestibule/policy';
import { beforeAll, describe, expect, test } from 'vitest';
import { answered, createCheckResult, createWorkingPorts, type FakePorts, said } from '../fake-ports.ts';
import { check, failedCheck, MARKER, pendIn, settleStatusPage, startHome, warmUp } from './testing/start-home.ts';

const RESULTS = {
  passed: [check()],
  recommended: [check(), failedCheck('OSSupported', { isRequired: false })],
  required: [check(), failedCheck('OSSupported')],
  stopper: [check(), failedCheck('OSSupported', { isRequired: false, isSigninStopper: true })],
};
type ResultName = keyof typeof RESULTS;

/**
 * Written from the specification, sections 2 and 4 (_Scan and result states_, _Continue behaviour_) and 6, and from the
 * decisions on sign-in stoppers and quick start. What stands for every case is `any`; each case stands in one row.
 *
 * mode | policy | enforcement | result | shown | status | Continue | hint | leads to
 */
const TABLE = `
frontline     | any        | any | passed      | passed      | checks-passed                  | automatic 500  | goes-on-soon    | response
frontline     | any        | any | recommended | issues      | checks-recommended             | enabled        |                 | response
frontline     | Strict     | any | required    | issues      | checks-failed                  | absent         |                 | nowhere
frontline     | Permissive | yes | required    | issues      | checks-failed                  | disabled       | fix-first       | nowhere
frontline     | Permissive | no  | required    | issues      | checks-failed                  | enabled        |                 | response
frontline     | Strict     | any | stopper     | issues      | checks-failed                  | absent         |                 | nowhere
frontline     | Permissive | any | stopper     | issues      | checks-failed                  | disabled       | fix-first       | nowhere
mfa           | any        | any | passed      | passed      | checks-passed                  | automatic 3000 | goes-on-soon    | activation
mfa           | any        | any | recommended | issues      | checks-recommended             | automatic 3000 | goes-on-soon    | activation
mfa           | Strict     | any | required    | issues      | checks-failed                  | absent         |                 | nowhere
mfa           | Permissive | yes | required    | issues      | checks-failed                  | disabled       | fix-first       | nowhere
mfa           | Permissive | no  | required    | issues      | checks-failed                  | enabled        |                 | activation
mfa           | Strict     | any | stopper     | issues      | checks-failed                  | absent         |                 | nowhere
mfa           | Permissive | any | stopper     | issues      | checks-failed                  | disabled       | fix-first       | nowhere
onboarding-v3 | any        | any | passed      | passed      | checks-passed                  | automatic 3000 | goes-on-soon    | response
onboarding-v3 | any        | any | recommended | issues      | checks-recommended             | automatic 3000 | goes-on-soon    | response
onboarding-v3 | Strict     | any | required    | issues      | checks-failed                  | absent         |                 | nowhere
onboarding-v3 | Permissive | yes | required    | issues      | checks-failed                  | disabled       | fix-first       | nowhere
onboarding-v3 | Permissive | no  | required    | issues      | checks-failed                  | enabled        |                 | response
onboarding-v3 | Strict     | any | stopper     | issues      | checks-failed                  | absent         |                 | nowhere
onboarding-v3 | Permissive | any | stopper     | issues      | checks-failed                  | disabled       | fix-first       | nowhere
quick-start   | any        | any | passed      | passed      | checks-passed quick-start      | enabled        | complete-set-up | /onboarding/in-progress
quick-start   | any        | any | recommended | issues      | checks-recommended quick-start | enabled        | complete-set-up | /onboarding/in-progress
quick-start   | Strict     | any | required    | issues      | checks-failed quick-start      | absent         |                 | nowhere
quick-start   | Permissive | yes | required    | issues      | checks-failed quick-start      | disabled       | fix-first       | nowhere
quick-start   | Permissive | no  | required    | issues      | checks-failed quick-start      | enabled        | fix-later       | /onboarding/in-progress
quick-start   | Strict     | any | stopper     | issues      | checks-failed quick-start      | absent         |                 | nowhere
quick-start   | Permissive | any | stopper     | issues      | checks-failed quick-start      | disabled       | fix-first       | nowhere
onboarding    | any        | any | any         | determining |                                | none           |                 | /online/session-status
install       | any        | any | any         | determining |                                | none           |                 | /online/session-status
`;

interface Case {
  readonly mode: SignInMode;
  readonly policyMode: PolicyMode;
  readonly isPolicyEnforced: boolean;
  readonly result: ResultName;
}

const ROWS = TABLE.trim()
  .split('\n')
  .map((row) => row.split('|').map((cell) => cell.trim()));

const CASES: readonly Case[] = SIGN_IN_MODES.flatMap((mode) =>
  POLICY_MODES.flatMap((policyMode) =>
    [true, false].flatMap((isPolicyEnforced) =>
      (Object.keys(RESULTS) as ResultName[]).map((result) => ({ mode, policyMode, isPolicyEnforced, result })),
    ),
  ),
);

/** What the table says of a case: there is one row for each, and only one. */
function expected({ mode, policyMode, isPolicyEnforced, result }: Case) {
  const wanted = [mode, policyMode, isPolicyEnforced ? 'yes' : 'no', result];
  const rows = ROWS.filter((row) => wanted.every((value, index) => row[index] === 'any' || row[index] === value));
  expect(rows).toHaveLength(1);
  const [, , , , shown, status, continues, hint, leads] = rows[0] ?? [];
  return { shown, status, continues, hint, leads };
}

function createPorts({ mode, policyMode, isPolicyEnforced, result }: Case): FakePorts {
  const isHeld = result === 'required' || result === 'stopper';
  const verdict: CheckResult = createCheckResult({
    securityChecks: RESULTS[result],
    policyMode,
    complianceStatus: isHeld ? 'NotCompliant' : 'Compliant',
  });
  const ports = createWorkingPorts(() => verdict);
  pendIn(ports, mode, isPolicyEnforced);
  ports.onCall('activate', () => answered({ continueTo: `/saml/continue?login=${MARKER}` }));
  ports.onMessage('set-application-mode', () => said({}));
  ports.onMessage('launch-workplace', () => said({}));
  return ports;
}

function leadsTo({ submitted, left, calls }: FakePorts): string {
  if (submitted.length > 0) return 'response';
  if (calls.some(({ name }) => name === 'activate')) return 'activation';
  return left[0] ?? 'nowhere';
}

const AUTOMATIC = /^automatic (\d+)$/;

/** Plays a case: looks, waits as long as something might happen by itself, and then presses Continue. */
async function play(input: Case, wanted: string) {
  const ports = createPorts(input);
  const { advance, send, view } = await startHome(ports);
  const first = view();
  const { phase: shown, resultStatus: status } = first;
  if (!('continueOffer' in first)) {
    return { shown, status, continues: 'none', hint: '', leads: leadsTo(ports) };
  }
  const { continueOffer, hint } = first;
  const delay = Number(AUTOMATIC.exec(wanted)?.[1] ?? Number.NaN);
  await advance(Number.isNaN(delay) ? 10_000 : delay - 1);
  const before = leadsTo(ports);
  expect(before).toBe('nowhere');
  if (Number.isNaN(delay)) await send({ type: 'user.continue' });
  else await advance(1);
  const continues = continueOffer.kind === 'automatic' ? `automatic ${delay}` : continueOffer.kind;
  return { shown, status, continues, hint: hint ?? '', leads: leadsTo(ports) };
}

beforeAll(warmUp);

describe('mode × policy × enforcement × result', () => {
  test.each(CASES)(
    '[S4.041, S4.042, S4.043] $mode, $policyMode, enforced: $isPolicyEnforced, $result',
    async (input) => {
      const wanted = expected(input);
      expect(await play(input, wanted.continues ?? '')).toEqual(wanted);
    },
  );

  test('no row of the table is without a case', () => {
    for (const [mode, policyMode, isEnforced, result] of ROWS) {
      const found = CASES.some(
        (input) =>
          input.mode === mode &&
          ['any', input.policyMode].includes(policyMode ?? '') &&
          ['any', input.isPolicyEnforced ? 'yes' : 'no'].includes(isEnforced ?? '') &&
          ['any', input.result].includes(result ?? ''),
      );
      expect({ mode, policyMode, isEnforced, result, found }).toMatchObject({ found: true });
    }
  });

  test.each(CASES.filter(({ mode }) => mode === 'frontline'))(
    'the status page leads nowhere: $policyMode, enforced: $isPolicyEnforced, $result',
    async (input) => {
      const ports = createPorts(input);
      settleStatusPage(ports);
      const { advance, send, view } = await startHome(ports, { isStatusPage: true, loginMarker: null });
      expect(view()).toMatchObject({ continueOffer: { kind: 'absent' }, hint: null, listsPassed: true });
      await advance(10_000);
      await send({ type: 'user.continue' });
      expect([leadsTo(ports), ports.visited]).toEqual(['nowhere', []]);
    },
  );
});
