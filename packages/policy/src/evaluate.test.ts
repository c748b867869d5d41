import { CHECK_DEFINITIONS } from '@vestibule/checks';
import {
  CHECK_TYPES,
  FURTHER_CHECK_TYPES,
  type CheckType,
  securityCheckSchema,
  UNAVAILABLE_REASONS,
  type UnavailableReason,
} from '@vestibule/contracts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { evaluate } from './evaluate.ts';
import { createReport, DEVICE_ID, fact, GOOD_FACTS, noFact } from './fake-report.ts';
import { type Policy, policySchema } from './policy-schema.ts';

const now = new Date('2026-11-21T09:00:00Z');
const firewallOff = { firewall: fact({ isOn: false, manager: 'ufw', gaps: [] }) };

type Rule = Record<string, unknown>;
type Facts = ReturnType<typeof createReport>['facts'];

function policyOf(checks: Partial<Record<CheckType, Rule>>, more: Rule = {}): Policy {
  return policySchema.parse({ version: 1, workplaceAccessPolicy: 'Strict', checks, ...more });
}

function judgeFirewall(
  rule: Rule,
  changes: Parameters<typeof createReport>[0] = firewallOff,
  more: Rule = {},
  known: { readonly login?: string; readonly deviceId?: string } = {},
) {
  const policy = policyOf({ FirewallEnable: rule }, more);
  const evaluation = evaluate({
    report: createReport(changes),
    policy,
    now,
    ...known,
  });
  const [check] = evaluation.securityChecks;
  if (check === undefined) throw new Error('The check was left out.');
  return { ...evaluation, check };
}

const all = Object.fromEntries(CHECK_TYPES.map((type) => [type, { severity: 'required' }]));

test('[S3.001] [S3.004] [S3.024] a good computer passes all sixteen checks, in the order of the list', () => {
  const evaluation = evaluate({ report: createReport(), policy: policyOf(all), now });
  expect(evaluation.securityChecks.map(({ checkType }) => checkType)).toEqual([...CHECK_TYPES]);
  const beyond: readonly CheckType[] = FURTHER_CHECK_TYPES;
  expect(evaluation.securityChecks.filter(({ checkType }) => !beyond.includes(checkType))).toHaveLength(16);
  for (const check of evaluation.securityChecks) {
    expect(securityCheckSchema.parse(check)).toEqual(check);
    expect(JSON.parse(JSON.stringify(check))).toStrictEqual(check);
    expect([check.checkType, check.isPassed]).toEqual([check.checkType, true]);
  }
  expect(evaluation).toMatchObject({ complianceStatus: 'Compliant', policyMode: 'Strict', blocking: [] });
});

test('[S3.002] the name travels as checkType and as checkName', () => {
  expect(judgeFirewall({ severity: 'required' }).check).toMatchObject({
    checkType: 'FirewallEnable',
    checkName: 'FirewallEnable',
  });
});

test('a check that is off or not named is left out', () => {
  const policy = policyOf({ FirewallEnable: { severity: 'off' } });
  expect(evaluate({ report: createReport(), policy, now }).securityChecks).toEqual([]);
});

test('[S3.003] [S3.029] a failed required check blocks, says why and offers its fix', () => {
  const { check, complianceStatus, blocking } = judgeFirewall({ severity: 'required' });
  expect(check).toMatchObject({
    checkMessage: 'The firewall is turned off',
    description: 'A firewall keeps other devices on the same network out of this computer.',
    fixAction: { fixActionType: 'FirewallEnable' },
    isRequired: true,
    isSigninStopper: false,
    state: 'failed',
    helpArticle: 'firewall-enable',
    evidence: { found: 'Off (ufw)', wanted: 'On', source: 'test', readAt: '2026-11-21T09:00:00.000Z' },
  });
  expect(check).not.toHaveProperty('deadline');
  expect([complianceStatus, blocking]).toEqual(['NotCompliant', ['FirewallEnable']]);
});

test.each([
  ['recommended', false, false, 'Compliant'],
  ['required', true, false, 'NotCompliant'],
  ['sign-in-stopper', true, true, 'NotCompliant'],
])('severity %s', (severity, isRequired, isSigninStopper, complianceStatus) => {
  const { check, ...evaluation } = judgeFirewall({ severity });
  expect([check.isRequired, check.isSigninStopper, evaluation.complianceStatus]).toEqual([
    isRequired,
    isSigninStopper,
    complianceStatus,
  ]);
});

describe('what could not be read', () => {
  const unread = { firewall: noFact('timed-out') };

  test('it stops no one where the policy says so', () => {
    const allowed = judgeFirewall({ severity: 'required', unknown: 'allow' }, unread);
    expect(allowed.check).toMatchObject({
      checkMessage: 'Firewall',
      description: 'test gave no answer in time. Check again. This does not stop you.',
      state: 'unknown',
      reason: 'timed-out',
      isPassed: false,
      isRequired: false,
      blocksWhileUnknown: false,
      fixAction: null,
    });
    expect(allowed.complianceStatus).toBe('Compliant');
    const blocked = judgeFirewall({ severity: 'required' }, unread);
    expect(blocked.check).toMatchObject({ isRequired: true, blocksWhileUnknown: true });
    expect(blocked.check.description).toContain('Your company asks for an answer');
    expect(blocked.complianceStatus).toBe('NotCompliant');
  });

  test.each([
    [{ firewall: undefined }, 'not-reported'],
    [{ firewall: fact({ isOn: 'yes' }) }, 'malformed'],
    [{ firewall: fact(null) }, 'malformed'],
  ])('a fact that the client withholds blocks whatever the policy says of unknown: %j', (changes, reason) => {
    const { check, blocking } = judgeFirewall({ severity: 'required', unknown: 'allow' }, changes);
    expect(check).toMatchObject({
      state: 'unknown',
      reason,
      isRequired: true,
      blocksWhileUnknown: true,
      fixAction: null,
    });
    expect(blocking).toEqual(['FirewallEnable']);
    expect(judgeFirewall({ severity: 'recommended' }, changes).blocking).toEqual([]);
  });

  test('the rule of the policy holds where the check has none, and never for a recommended one', () => {
    expect(judgeFirewall({ severity: 'required' }, unread, { unknown: 'block' }).blocking).toEqual(['FirewallEnable']);
    expect(judgeFirewall({ severity: 'required', unknown: 'allow' }, unread, { unknown: 'block' }).blocking).toEqual(
      [],
    );
    expect(judgeFirewall({ severity: 'recommended' }, unread, { unknown: 'block' }).blocking).toEqual([]);
    expect(judgeFirewall({ severity: 'sign-in-stopper' }, unread).check.isSigninStopper).toBe(true);
    const lenient = judgeFirewall({ severity: 'sign-in-stopper' }, unread, { unknown: 'allow' });
    expect(lenient.check.isSigninStopper).toBe(false);
  });

  test('a recommended check says that it stops no one, whatever the policy makes of unknown', () => {
    const { check } = judgeFirewall({ severity: 'recommended', unknown: 'block' }, unread);
    expect(check).toMatchObject({ blocksWhileUnknown: false, isRequired: false });
    expect(check.description).toContain('This does not stop you.');
  });

  test('what no one reported has no source and no time', () => {
    const { check } = judgeFirewall({ severity: 'required' }, { firewall: undefined });
    expect(check.evidence).toMatchObject({ source: 'Not reported', readAt: null });
    expect(check.description).toBe(
      'Workplace on this computer did not report this. Your company asks for an answer before you go to work: if you get none, ask your I.T. department.',
    );
  });

  test('a fact that was read and does not tell is described by its own check', () => {
    const policy = policyOf({ PasswordSet: { severity: 'required' } });
    const report = createReport({ signInSecret: fact({ secret: 'not-told', automaticSignIn: null }) });
    const [check] = evaluate({ report, policy, now }).securityChecks;
    expect(check).toMatchObject({
      state: 'unknown',
      reason: 'not-supported',
      isRequired: false,
      description: 'This system does not tell whether the account has a password. This does not stop you.',
    });
  });

  test('a fact name from the prototype is not a fact', () => {
    const report = {
      ...createReport(),
      facts: Object.setPrototypeOf({}, { firewall: fact(GOOD_FACTS['firewall']) }) as Facts,
    };
    const policy = policyOf({ FirewallEnable: { severity: 'required' } });
    expect(evaluate({ report, policy, now }).securityChecks[0]?.reason).toBe('not-reported');
  });
});

test('what does not apply to a computer counts as passed', () => {
  const policy = policyOf({ DeviceEncrypted: { severity: 'sign-in-stopper' } });
  const report = createReport({ encryption: fact({ state: 'not-applicable', volume: '/' }) });
  const evaluation = evaluate({ report, policy, now });
  expect(evaluation.securityChecks[0]).toMatchObject({ state: 'passed', isPassed: true, fixAction: null });
  expect(evaluation.securityChecks[0]?.evidence?.items).toEqual([{ label: 'Drive', value: '/' }]);
  expect(evaluation.complianceStatus).toBe('Compliant');
});

test('a verdict depends on the moment it is given and on the system it is for', () => {
  const policy = policyOf({ AntiVirusSignaturesUpToDate: { severity: 'required' } });
  const product = { id: 'defender', name: 'Defender', isRunning: true, isRealtimeOn: true };
  const products = [{ ...product, areDefinitionsCurrent: null, definitionsFrom: '2026-11-14T09:00:00.000Z' }];
  const report = createReport({ antivirus: fact({ products }) });
  const stateAt = (moment: Date) => evaluate({ report, policy, now: moment }).securityChecks[0]?.state;
  expect(stateAt(now)).toBe('passed');
  expect(stateAt(new Date(now.getTime() + 1))).toBe('failed');
  const optional = policyOf({
    AntiVirusRealtimeProtection: { severity: 'required', parameters: { missingOnLinux: 'not-applicable' } },
  });
  const bare = createReport({ antivirus: fact({ products: [] }) });
  const isPassedOn = (operatingSystem: 'linux' | 'windows') =>
    evaluate({ report: { ...bare, device: { ...bare.device, operatingSystem } }, policy: optional, now })
      .securityChecks[0]?.isPassed;
  expect([isPassedOn('linux'), isPassedOn('windows')]).toEqual([true, false]);
});

describe('roll-out', () => {
  test.each([
    [{ reportOnly: true }, false, undefined],
    [{ startDate: '2026-11-21' }, true, undefined],
    [{ startDate: '2026-11-22' }, false, '2026-11-22'],
    [{ startDate: '2026-11-20', graceDays: 3 }, false, '2026-11-23'],
    [{ startDate: '2026-11-18', graceDays: 3 }, true, undefined],
  ])('%j', (rollOut, isRequired, deadline) => {
    const { check, complianceStatus } = judgeFirewall({ severity: 'sign-in-stopper', ...rollOut });
    expect([check.isRequired, check.isSigninStopper, check.deadline]).toEqual([isRequired, isRequired, deadline]);
    expect(complianceStatus).toBe(isRequired ? 'NotCompliant' : 'Compliant');
  });

  test('a check that passes carries no deadline', () => {
    expect(judgeFirewall({ severity: 'required', startDate: '2026-12-01' }, {}).check).not.toHaveProperty('deadline');
  });

  const exemption = { until: '2026-11-30', why: 'Repair', approvedBy: 'Tomas Merk' };
  test.each([
    [{ deviceId: DEVICE_ID, ...exemption }, { deviceId: DEVICE_ID }, false],
    [{ deviceId: DEVICE_ID, ...exemption, until: '2026-11-21' }, { deviceId: DEVICE_ID }, false],
    [{ deviceId: DEVICE_ID, ...exemption, until: '2026-11-20' }, { deviceId: DEVICE_ID }, true],
    [{ deviceId: '99999999-2222-4333-8444-555555555555', ...exemption }, { deviceId: DEVICE_ID }, true],
    // The report itself names the exempted device, but the server does not know it as that one.
    [{ deviceId: DEVICE_ID, ...exemption }, {}, true],
    [{ login: 'nadia.osei', ...exemption }, { login: 'Nadia.Osei' }, false],
    [{ login: 'nadia.osei', ...exemption }, { login: 'somebody.else' }, true],
    [{ login: 'nadia', ...exemption }, {}, true],
  ])('exemption %j for %j: required %s', (given, known, isRequired) => {
    const { check } = judgeFirewall({ severity: 'required', exemptions: [given] }, firewallOff, {}, known);
    expect(check.isRequired).toBe(isRequired);
    expect(check.deadline === undefined).toBe(isRequired);
  });
});

describe('fixes', () => {
  test('one is offered where the client says outright that the company does not hold the setting', () => {
    const changes = { firewall: fact({ isOn: false, manager: 'ufw', gaps: [] }, { managed: false }) };
    const { check } = judgeFirewall({ severity: 'required' }, changes);
    expect(check.fixAction).toMatchObject({ fixActionType: 'FirewallEnable' });
    expect(check).not.toHaveProperty('isManaged');
  });

  test('none is offered for a failure that the client cannot repair, though it can repair others of that check', () => {
    expect(judgeDrive({ state: 'decrypting', volume: 'C:' })).toMatchObject({ state: 'failed', fixAction: null });
  });

  test('that of a drive names its way, and one that is encrypted meanwhile says how far it is', () => {
    expect(judgeDrive({ state: 'not-encrypted', volume: 'C:' })).toMatchObject({
      fixAction: { fixActionType: 'DeviceEncrypted', parameters: { way: 'turn-on' } },
    });
    const encrypting = judgeDrive({ state: 'encrypting', volume: 'C:', percent: 42 });
    expect(encrypting).toMatchObject({ state: 'failed', fixAction: null, underway: { percent: 42 } });
    expect(judgeDrive({ state: 'encrypted', volume: 'C:' })).not.toHaveProperty('underway');
  });

  function judgeDrive(value: object) {
    const report = createReport({ encryption: fact(value) });
    const onWindows = { ...report, device: { ...report.device, operatingSystem: 'windows' as const } };
    const policy = policyOf({ DeviceEncrypted: { severity: 'required' } });
    return evaluate({ report: onWindows, policy, now }).securityChecks[0];
  }

  test('none is offered for what the company holds', () => {
    const changes = { firewall: fact({ isOn: false, manager: 'ufw', gaps: [] }, { managed: true }) };
    expect(judgeFirewall({ severity: 'required' }, changes).check).toMatchObject({ fixAction: null, isManaged: true });
  });

  test('a single held setting takes the fix from its own check only', () => {
    const lock = { desktop: 'GNOME', idleSeconds: null, asksPassword: false, graceSeconds: 0 };
    const policy = policyOf({
      ScreenSaverTimeout: { severity: 'required', parameters: { maximumSeconds: 600 } },
      ScreenSaverPasswordProtected: { severity: 'required' },
    });
    const report = createReport({ screenLock: fact({ ...lock, managedSettings: ['asksPassword'] }) });
    const [password, timeout] = evaluate({ report, policy, now }).securityChecks;
    expect(password).toMatchObject({ fixAction: null, isManaged: true });
    expect(timeout?.fixAction).toEqual({ fixActionType: 'ScreenSaverTimeout', parameters: { seconds: 600 } });
  });

  test('[S1.020] to enroll is offered where the company has a service, on every system, while the check fails', () => {
    const policy = policyOf({ ManagedDevice: { severity: 'required' } });
    const fixOf = (services: readonly unknown[], isEnrollmentOffered?: boolean) =>
      evaluate({
        report: createReport({ management: fact({ services }) }),
        policy,
        now,
        ...(isEnrollmentOffered === undefined ? {} : { isEnrollmentOffered }),
      }).securityChecks[0]?.fixAction;
    expect(fixOf([], true)).toEqual({ fixActionType: 'ManagedDevice' });
    expect([fixOf([], false), fixOf([])]).toEqual([null, null]);
    expect(fixOf([{ id: 'intune', name: 'Intune', isEnrolled: true }], true)).toBeNull();
  });

  test('none is offered on a system where the client has none', () => {
    const open = { desktop: 'macOS', idleSeconds: 300, asksPassword: false, graceSeconds: 0, managedSettings: [] };
    const report = createReport({ screenLock: fact(open) });
    const policy = policyOf({ ScreenSaverPasswordProtected: { severity: 'required' } });
    const fixOn = (operatingSystem: 'linux' | 'macos') =>
      evaluate({ report: { ...report, device: { ...report.device, operatingSystem } }, policy, now }).securityChecks[0]
        ?.fixAction;
    expect(fixOn('linux')).toMatchObject({ fixActionType: 'ScreenSaverPasswordProtected' });
    expect(fixOn('macos')).toBeNull();
  });
});

test('no report whatever its facts throws, and none passes a check by garbage', () => {
  const reading = fc.oneof(
    fc.anything().map((value) => fact(value)),
    fc.constant(noFact('timed-out')),
    fc.constant(undefined),
  );
  const facts = fc.record(Object.fromEntries(Object.keys(GOOD_FACTS).map((name) => [name, reading])));
  fc.assert(
    fc.property(facts, (changes) => {
      const { securityChecks } = evaluate({
        report: createReport(changes),
        policy: policyOf(all, { unknown: 'block' }),
        now,
      });
      expect(securityChecks.filter(({ isPassed }) => isPassed)).toEqual([]);
    }),
  );
});

describe('a check that a system never gives a reading for', () => {
  const askedOn = (system: 'linux' | 'windows') => ({
    ...CHECK_DEFINITIONS,
    FirewallEnable: { ...CHECK_DEFINITIONS.FirewallEnable, systems: [system] },
  });
  const policy = policyOf({ FirewallEnable: { severity: 'sign-in-stopper', unknown: 'block' } });
  const silent = createReport({ firewall: noFact('access-denied') });

  test('is not asked there: neither failed nor unknown, in no list, and it stops no one', () => {
    const evaluation = evaluate({ report: silent, policy, now, definitions: askedOn('windows') });
    expect(evaluation).toEqual({
      securityChecks: [],
      notAsked: ['FirewallEnable'],
      complianceStatus: 'Compliant',
      policyMode: 'Strict',
      blocking: [],
      unread: [],
    });
  });

  test('is asked where the system gives it, and unknown when it is not given', () => {
    const evaluation = evaluate({ report: silent, policy, now, definitions: askedOn('linux') });
    expect(evaluation).toMatchObject({ notAsked: [], blocking: ['FirewallEnable'] });
  });

  test('is no way round for a client: what it does not report on its own system still counts', () => {
    const evaluation = evaluate({ report: createReport({ firewall: undefined }), policy, now });
    expect(evaluation).toMatchObject({ notAsked: [], blocking: ['FirewallEnable'] });
  });
});

describe('a policy that does not say what an unread check means', () => {
  const blockedBy = (reason: UnavailableReason, rule: Rule, more: Rule = {}) => {
    const report = createReport({ firewall: noFact(reason) });
    return evaluate({ report, policy: policyOf({ FirewallEnable: rule }, more), now }).blocking;
  };
  const others = UNAVAILABLE_REASONS.filter((reason) => reason !== 'not-supported');

  test.each(others)('blocks: %s', (reason) => {
    expect(blockedBy(reason, { severity: 'required' })).toEqual(['FirewallEnable']);
    expect(blockedBy(reason, { severity: 'sign-in-stopper' })).toEqual(['FirewallEnable']);
    expect(blockedBy(reason, { severity: 'recommended' })).toEqual([]);
  });

  test('lets in where Workplace cannot read such a computer at all, unless it says block', () => {
    expect(blockedBy('not-supported', { severity: 'required' })).toEqual([]);
    expect(blockedBy('not-supported', { severity: 'sign-in-stopper' })).toEqual([]);
    expect(blockedBy('not-supported', { severity: 'required', unknown: 'block' })).toEqual(['FirewallEnable']);
    expect(blockedBy('not-supported', { severity: 'required' }, { unknown: 'block' })).toEqual(['FirewallEnable']);
  });
});
