import { describe, expect, test } from 'vitest';
import { withValues } from './with-values.ts';

const TEXT = `# Ours
version: 1
workplaceAccessPolicy: Strict # since May

checks:
  # Since the audit
  FirewallEnable: { severity: required }
  PasswordSet:
    severity: required # the auditor asked
    parameters: { allowAutomaticSignIn: true }
    for:
      # The factory
      - { systems: [linux], severity: off }
      - groups: [Sales]
        severity: recommended
`;
const FOUR = `version: 1
workplaceAccessPolicy: Strict
checks:
    FirewallEnable: {severity: required}
    PasswordSet:
        severity: off
        for:
        - groups: [Sales]
          severity: required
`;
const set = (text: string, ...edits: readonly (readonly [path: readonly (string | number)[], value: unknown])[]) =>
  withValues(
    text,
    edits.map(([path, value]) => ({ path, value })),
  );

describe('values in the text of a policy', () => {
  test.each([
    [TEXT, ['checks', 'FirewallEnable', 'severity'], 'off', '{ severity: required }', '{ severity: off }'],
    [TEXT, ['checks', 'PasswordSet', 'severity'], 'off', 'severity: required #', 'severity: off #'],
    [TEXT, ['workplaceAccessPolicy'], 'Permissive', 'Strict #', 'Permissive #'],
    [TEXT, ['checks', 'PasswordSet', 'for', 1, 'severity'], 'off', 'severity: recommended', 'severity: off'],
    [FOUR, ['checks', 'PasswordSet', 'severity'], 'required', 'severity: off', 'severity: required'],
    [FOUR, ['checks', 'FirewallEnable', 'severity'], 'off', '{severity: required}', '{severity: off}'],
  ])('are set, and no other letter changes', (text, path, value, before, after) => {
    expect(set(text, [path, value])).toBe(text.replace(before, after));
  });

  test('are put where there were none: a check, a parameter, a rule for some', () => {
    expect(set(TEXT, [['checks', 'DeviceEncrypted'], { severity: 'recommended' }])).toBe(
      `${TEXT}  DeviceEncrypted: { severity: recommended }\n`,
    );
    expect(set(TEXT, [['checks', 'FirewallEnable', 'startDate'], '2026-12-01'])).toContain(
      '{ severity: required, startDate: 2026-12-01 }',
    );
    expect(set(TEXT, [['checks', 'FirewallEnable', 'for', 0], { systems: ['macos'], severity: 'off' }])).toContain(
      'for: [ { systems: [macos], severity: off } ]',
    );
  });

  test('are taken out, with what is left empty by that, and never the list of checks', () => {
    const without = set(TEXT, [['checks', 'PasswordSet', 'parameters', 'allowAutomaticSignIn'], undefined]);
    expect(without).toBe(TEXT.replace('    parameters: { allowAutomaticSignIn: true }\n', ''));
    const none = set(
      TEXT,
      [['checks', 'PasswordSet', 'for', 1], undefined],
      [['checks', 'PasswordSet', 'for', 0], undefined],
    );
    expect(none).not.toContain('for:');
    const scope = 'version: 1\nenforceFor: { groups: [Sales] }\nchecks: {}\n';
    expect(set(scope, [['enforceFor', 'groups'], undefined])).toBe('version: 1\nchecks: {}\n');
    const last = set('version: 1\nchecks:\n  FirewallEnable: { severity: off }\n', [
      ['checks', 'FirewallEnable'],
      undefined,
    ]);
    expect(last).toMatch(/checks:\s*\{\s*\}/);
  });

  test('are not written where another check would change with them, or into what has no parts', () => {
    const shared = 'version: 1\nchecks:\n  FirewallEnable: &same { severity: required }\n  PasswordSet: *same\n';
    expect(set(shared, [['checks', 'FirewallEnable', 'severity'], 'off'])).toBeNull();
    expect(set(shared, [['checks', 'PasswordSet', 'severity'], 'off'])).toBeNull();
    expect(set(TEXT, [['version', 'a'], 1])).toBeNull();
    expect(set('checks: [', [['version'], 1])).toBeNull();
    expect(set('just a text', [['version'], 1])).toBeNull();
  });
});
