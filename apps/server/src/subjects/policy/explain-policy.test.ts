import { createSimulatedDevice, fact } from '@vestibule/testing';
import { CHECK_TYPES, type DeviceReport, deviceReportSchema, type SessionData } from '@vestibule/contracts';
import { parsePolicy, type Policy } from '@vestibule/policy';
import { describe, expect, test } from 'vitest';
import { describePolicy } from './describe-policy.ts';
import { explainNotAsked, explainPolicy, readReport } from './explain-policy.ts';

const NOW = new Date('2026-11-21T12:00:00Z');
const DEVICE_ID = '11111111-2222-4333-8444-555555555555';

function policyOf(text: string): Policy {
  const parsed = parsePolicy(text);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return parsed.policy;
}

const on = fact({ isOn: true, manager: 'ufw', gaps: [] });
const off = fact({ isOn: false, manager: 'ufw', gaps: [] });
const unread = { source: 'ufw', readAt: NOW.toISOString(), unavailable: 'access-denied' } as const;

function reportWith(facts: DeviceReport['facts']): DeviceReport {
  return deviceReportSchema.parse({
    schemaVersion: 1,
    client: {
      version: '3.6.0',
      installScope: 'machine',
      codeHash: '0'.repeat(64),
      keyProtection: 'file',
      systemRoot: 'real',
    },
    device: {
      deviceId: DEVICE_ID,
      deviceName: 'PC',
      deviceLoginName: 'x',
      operatingSystem: 'linux',
      osVersionCaption: 'Debian',
      deviceType: 0,
      model: '',
      manufacturer: '',
      serialNumber: '',
    },
    facts,
  });
}

function explainFirewall(
  rule: string,
  facts: DeviceReport['facts'],
  more: { login?: string; isKnownDevice?: boolean; head?: string } = {},
) {
  const policy = policyOf(
    `version: 1\nworkplaceAccessPolicy: ${more.head ?? 'Strict'}\nchecks:\n  FirewallEnable: ${rule}\n`,
  );
  const explained = explainPolicy({
    policy,
    report: reportWith(facts),
    now: NOW,
    login: more.login,
    isKnownDevice: more.isKnownDevice ?? true,
  });
  return { ...explained, check: explained.checks[0] };
}

describe('a policy explains', () => {
  test('what was found and wanted, and that it blocks', () => {
    const { mayContinue, why, check } = explainFirewall('{ severity: required }', { firewall: off });
    expect(mayContinue).toBe(false);
    expect(why).toBe('The policy is Strict, and this fails: FirewallEnable.');
    expect(check).toMatchObject({ now: 'required', state: 'failed', blocks: true });
    expect(check?.why[0]).toMatch(/^Found: Off.*Wanted: On/);
  });

  test('that keys in a file are not what a policy with keys in hardware wants', () => {
    const explain = (parameters: string, more: Partial<DeviceReport['client']> = {}) => {
      const rule = `{ severity: required, parameters: ${parameters} }`;
      const report = reportWith({});
      return explainPolicy({
        policy: policyOf(`version: 1\nworkplaceAccessPolicy: Strict\nchecks:\n  KnownDevice: ${rule}\n`),
        report: { ...report, client: { ...report.client, ...more } },
        now: NOW,
        login: undefined,
        isKnownDevice: true,
      });
    };
    const { mayContinue, checks } = explain('{ keyProtection: hardware }');
    expect([mayContinue, checks[0]?.state, checks[0]?.blocks]).toEqual([false, 'failed', true]);
    expect(checks[0]?.why).toEqual([
      'Found: Registered and approved, keys not in security hardware. Wanted: Registered and approved, keys in security hardware.',
    ]);
    const claimed = explain('{ keyProtection: hardware }', { keyProtection: 'tpm' });
    expect(claimed.mayContinue).toBe(true);
    expect(claimed.checks[0]?.why[0]).toContain('(as Workplace says)');
    expect(explain('{ keyProtection: any }').mayContinue).toBe(true);
  });

  test('that all is well', () => {
    const { mayContinue, check } = explainFirewall('{ severity: required }', { firewall: on });
    expect([mayContinue, check?.state, check?.blocks]).toEqual([true, 'passed', false]);
  });

  test('a roll-out that is still to come', () => {
    const { mayContinue, check } = explainFirewall('{ severity: required, startDate: 2026-12-01 }', { firewall: off });
    expect([mayContinue, check?.severity, check?.now]).toEqual([true, 'required', 'recommended']);
    expect(check?.why).toContain('Rolled out from 2026-12-01: it stops no one before.');
  });

  test('days of grace', () => {
    const { check } = explainFirewall('{ severity: required, startDate: 2026-11-15, graceDays: 14 }', {
      firewall: off,
    });
    expect(check?.why).toContain('In grace until 2026-11-29 (14 days from 2026-11-15): it stops no one before.');
  });

  test('report only', () => {
    const { check } = explainFirewall('{ severity: required, reportOnly: true }', { firewall: off });
    expect(check).toMatchObject({ now: 'recommended', blocks: false });
    expect(check?.why).toContain('Report only: it stops no one.');
  });

  const exempt = `{ severity: required, exemptions: [ { login: nadia, until: 2026-12-31, why: New laptop, approvedBy: ilse }, { deviceId: ${DEVICE_ID}, until: 2026-12-31, why: Lab, approvedBy: ilse } ] }`;

  test('an exemption of a person', () => {
    const { mayContinue, check } = explainFirewall(exempt, { firewall: off }, { login: 'Nadia', isKnownDevice: false });
    expect(mayContinue).toBe(true);
    expect(check?.why).toContain('Exempt until 2026-12-31 (login nadia): New laptop. Approved by ilse.');
  });

  test('an exemption of a computer, which holds only while it is known', () => {
    expect(explainFirewall(exempt, { firewall: off }).check?.why.join(' ')).toContain('Lab.');
    expect(explainFirewall(exempt, { firewall: off }, { isKnownDevice: false }).mayContinue).toBe(false);
  });

  test.each([
    ['{ severity: required, unknown: allow }', false, 'Unknown rule of this check: allow. It stops no one.'],
    [
      '{ severity: required, unknown: block }',
      true,
      'Unknown rule of this check: block. It stops whom a failed one would stop.',
    ],
    [
      '{ severity: required }',
      true,
      'Unknown rule of a policy that says none: block. It stops whom a failed one would stop.',
    ],
  ])('what could not be read, by its rule: %s', (rule, blocks, sentence) => {
    const { check } = explainFirewall(rule, { firewall: unread });
    expect(check).toMatchObject({ state: 'unknown', blocks });
    expect(check?.why).toContain(sentence);
  });

  test('silence of the client', () => {
    const { check } = explainFirewall('{ severity: required, unknown: allow }', {});
    expect(check).toMatchObject({ state: 'unknown', blocks: true });
    expect(check?.why.at(-1)).toBe(
      'The client kept silent (not-reported): that counts as failed, whatever the unknown rule says.',
    );
  });

  test('a lenient policy, which a sign-in stopper is not part of', () => {
    const head = 'Permissive\nisPolicyEnforced: false';
    expect(explainFirewall('{ severity: required }', { firewall: off }, { head })).toMatchObject({
      mayContinue: true,
      why: 'What is required fails (FirewallEnable), but the policy is Permissive and not enforced.',
      check: { blocks: false },
    });
    expect(explainFirewall('{ severity: sign-in-stopper }', { firewall: off }, { head })).toMatchObject({
      mayContinue: false,
      check: { now: 'sign-in-stopper', blocks: true },
    });
  });

  test('whether the computer is known', () => {
    const policy = policyOf(
      'version: 1\nworkplaceAccessPolicy: Strict\nchecks:\n  KnownDevice: { severity: required }\n',
    );
    const base = { policy, report: reportWith({}), now: NOW, login: undefined };
    expect(explainPolicy({ ...base, isKnownDevice: true }).mayContinue).toBe(true);
    expect(explainPolicy({ ...base, isKnownDevice: false }).mayContinue).toBe(false);
  });
});

describe('a report is read', () => {
  test('bare, as it was signed, and with its signature; and nothing else', async () => {
    const device = await createSimulatedDevice(DEVICE_ID);
    const session = { sessionId: '00000000-0000-4000-8000-000000000000', nonce: 'n' } as SessionData;
    const signed = await device.sign(session, { firewall: on });
    const payload: unknown = JSON.parse(Buffer.from(signed.payload, 'base64url').toString());
    const report = readReport(signed);
    expect(report?.device.deviceId).toBe(DEVICE_ID);
    expect(readReport(payload)).toEqual(report);
    expect(readReport(report)).toEqual(report);
    for (const none of [null, 'x', {}, { payload: 'e30', protected: '', signature: '' }, [report]]) {
      expect(readReport(none)).toBeNull();
    }
  });
});

describe('a policy describes itself', () => {
  test('with what is probably not meant', () => {
    const { warnings } = describePolicy(
      policyOf(
        'version: 1\nworkplaceAccessPolicy: Permissive\nisPolicyEnforced: false\nchecks:\n  FirewallEnable: { severity: recommended, exemptions: [ { login: tomas, until: 2026-01-01, why: Old, approvedBy: ilse } ] }\n',
      ),
      NOW,
    );
    expect(warnings).toEqual([
      'No check is required today: no one is stopped by their computer.',
      'Permissive and not enforced: required checks are shown and stop no one. Only sign-in stoppers do; people without Workplace are asked to install it.',
      'FirewallEnable: the exemption of login tomas ended on 2026-01-01. Take it out.',
    ]);
  });

  test('with every check, and how hard it holds today', () => {
    const { checks, warnings } = describePolicy(
      policyOf(
        'version: 1\nworkplaceAccessPolicy: Strict\nisPolicyEnforced: false\nunknown: block\nchecks:\n  FirewallEnable: { severity: sign-in-stopper, unknown: allow }\n  DeviceEncrypted: { severity: required, startDate: 2027-01-01, graceDays: 7 }\n',
      ),
      NOW,
    );
    expect(checks).toHaveLength(CHECK_TYPES.length);
    expect(checks.find(({ checkType }) => checkType === 'DeviceEncrypted')).toMatchObject({
      severity: 'required',
      now: 'recommended',
      unknown: 'block',
      notes: ['Holds from 2027-01-08 (start 2027-01-01 and 7 days of grace); recommended until then.'],
    });
    expect(warnings).toEqual([
      'isPolicyEnforced: false has no effect here, because Strict wins.',
      'A sign-in stopper that cannot be read lets people through (unknown: allow): FirewallEnable.',
    ]);
  });

  test.each([
    ['percentage: 0', true],
    ['percentage: 0, applications: [Mail]', true],
    ['percentage: 0, groups: [pilot]', false],
    ['percentage: 1', false],
  ])('with no one being held to it: { %s }', (scope, isNobody) => {
    const { warnings } = describePolicy(
      policyOf(
        `version: 1\nworkplaceAccessPolicy: Strict\nenforceFor: { ${scope} }\nchecks:\n  FirewallEnable: { severity: required }\n`,
      ),
      NOW,
    );
    const sentence = 'enforceFor has a percentage of 0 and no groups: no one is held to this policy.';
    expect(warnings.filter((warning) => warning.includes('no one is held'))).toEqual(isNobody ? [sentence] : []);
  });
});

test('a check that the system never gives a reading for is shown as not asked', () => {
  const policy = policyOf('version: 1\nworkplaceAccessPolicy: Strict\nchecks:\n  RmmAgent: { severity: required }\n');
  expect(explainNotAsked(policy, ['RmmAgent'], 'macos')).toEqual([
    {
      checkType: 'RmmAgent',
      severity: 'required',
      now: 'off',
      state: 'not-asked',
      blocks: false,
      why: ['Not asked: this check does not exist on macOS. It neither fails nor is unknown.'],
    },
  ]);
});

describe('a policy that lets in what is unread', () => {
  const head = 'version: 1\nworkplaceAccessPolicy: Strict\n';
  const warned = (text: string) =>
    describePolicy(policyOf(text), NOW).warnings.filter((warning) => warning.startsWith('unknown: allow'));

  test('is warned of for as long as it says so for all, with the checks it means', () => {
    const text = `${head}unknown: allow\nchecks:\n  FirewallEnable: { severity: required }\n  PasswordSet: { severity: recommended }\n  OSSupported: { severity: required, unknown: block }\n`;
    expect(warned(text)).toEqual([expect.stringContaining('nothing readable for FirewallEnable. Take it out')]);
  });

  test('is not, where it says nothing, or says it of one check', () => {
    expect(warned(`${head}checks:\n  FirewallEnable: { severity: required }\n`)).toEqual([]);
    expect(warned(`${head}checks:\n  FirewallEnable: { severity: required, unknown: allow }\n`)).toEqual([]);
  });
});
