import { describe, expect, test } from 'vitest';
import { withExemption, withoutExemption, withReportOnly } from './edit-policy.ts';
import { parsePolicy } from './parse-policy.ts';

const TEXT = `# Ours
version: 1
workplaceAccessPolicy: Strict
checks:
  # Since the audit
  FirewallEnable: { severity: required }
  PasswordSet:
    severity: required
    exemptions:
      # The kiosk
      - deviceId: 0d7f9a44-8c1b-4e7e-8f5e-6a0b1c2d3e4f
        until: 2026-12-31
        why: no one signs in there
        approvedBy: ilse
      - { login: nadia, until: 2026-12-01, why: broken keyboard, approvedBy: ilse }
`;
const NADIA = { login: 'nadia', until: '2027-01-31', why: 'waits: for #2', approvedBy: 'token "x"' };

function exemptions(text: string | null, type: 'FirewallEnable' | 'PasswordSet') {
  const parsed = parsePolicy(text ?? '');
  return parsed.ok ? parsed.policy.checks[type]?.exemptions : parsed.problems;
}

describe('an exemption', () => {
  test('is written into the policy, and everything else stays as it was, comments too', () => {
    const edited = withExemption(TEXT, 'FirewallEnable', NADIA);
    expect(exemptions(edited, 'FirewallEnable')).toEqual([NADIA]);
    expect(exemptions(edited, 'PasswordSet')).toEqual(exemptions(TEXT, 'PasswordSet'));
    for (const comment of ['# Ours', '# Since the audit', '# The kiosk']) expect(edited).toContain(comment);
  });

  test('takes the place of an earlier one for the same person, and of no other', () => {
    const edited = withExemption(TEXT, 'PasswordSet', NADIA);
    expect(exemptions(edited, 'PasswordSet')).toMatchObject([{ why: 'no one signs in there' }, NADIA]);
    expect(edited).not.toContain('broken keyboard');
  });

  test('is taken out, and the last one leaves no empty list behind', () => {
    const one = withoutExemption(TEXT, 'PasswordSet', { deviceId: '0d7f9a44-8c1b-4e7e-8f5e-6a0b1c2d3e4f' });
    expect(exemptions(one, 'PasswordSet')).toMatchObject([{ login: 'nadia' }]);
    const none = withoutExemption(one ?? '', 'PasswordSet', { login: 'nadia' });
    expect(exemptions(none, 'PasswordSet')).toEqual([]);
    expect(none).not.toContain('exemptions');
  });

  test('is not written where that would change anything else, or where the check is not made', () => {
    const shared = `version: 1
workplaceAccessPolicy: Strict
checks:
  FirewallEnable: &same { severity: required, exemptions: &list [] }
  PasswordSet: *same
  DeviceEncrypted: { severity: required, exemptions: *list }
`;
    expect(parsePolicy(shared).ok).toBe(true);
    expect(withExemption(shared, 'FirewallEnable', NADIA)).toBeNull();
    expect(withExemption(shared, 'PasswordSet', NADIA)).toBeNull();
    expect(withExemption(shared, 'DeviceEncrypted', NADIA)).toBeNull();
    expect(withExemption(TEXT, 'DeviceEncrypted', NADIA)).toBeNull();
    expect(withExemption('checks: [', 'FirewallEnable', NADIA)).toBeNull();
  });
});

describe('a check that is only reported from now on', () => {
  test('is written so, and everything else stays as it was, comments too', () => {
    for (const type of ['FirewallEnable', 'PasswordSet'] as const) {
      const edited = withReportOnly(TEXT, type) ?? '';
      const parsed = parsePolicy(edited);
      expect(parsed.ok && parsed.policy.checks[type]).toMatchObject({ severity: 'required', reportOnly: true });
      expect(exemptions(edited, 'PasswordSet')).toEqual(exemptions(TEXT, 'PasswordSet'));
      for (const comment of ['# Ours', '# Since the audit', '# The kiosk']) expect(edited).toContain(comment);
      expect(withReportOnly(edited, type)).toBe(edited);
    }
  });

  test('is not written where that would change another check as well', () => {
    const shared =
      'version: 1\nworkplaceAccessPolicy: Strict\nchecks:\n  FirewallEnable: &same { severity: required }\n  PasswordSet: *same\n';
    expect(withReportOnly(shared, 'FirewallEnable')).toBeNull();
    expect(withReportOnly(TEXT, 'DeviceEncrypted')).toBeNull();
  });
});
