import type { FixState } from '@vestibule/flows';
import { describe, expect, it } from 'vitest';
import { agent, definitions, firewall, passedChecks, password, threat, updates } from '../../../gallery/checks.ts';
import { rowOf, type Surroundings } from './row-model.ts';

const around: Surroundings = { isExtensionInstalled: true, isManagementOffered: true, system: 'windows' };
const withoutExtension: Surroundings = { ...around, isExtensionInstalled: false };

const running: FixState = { kind: 'running' };

function ended(outcome: 'not-fixed' | 'managed' | 'not-possible'): FixState {
  return { kind: 'ended', outcome: { fixActionType: 'FirewallEnable', outcome } };
}

describe('rowOf', () => {
  it.each([
    ['a stopper', threat, undefined, 'stopper', 'required', true],
    ['a required check', firewall, undefined, 'required', 'required', true],
    ['a recommended check', updates, undefined, 'recommended', 'recommended', true],
    ['a check that could not be read', definitions, undefined, 'unknown', 'unknown', false],
    [
      'one that blocks meanwhile',
      { ...definitions, blocksWhileUnknown: true },
      undefined,
      'unknown',
      'required',
      false,
    ],
    ['a managed check', { ...firewall, isManaged: true }, undefined, 'managed', 'required', false],
    ['a fix that runs', firewall, running, 'fixing', 'required', false],
    ['an installation that runs', agent, running, 'installing', 'required', false],
    [
      'a fix that the server sees running',
      { ...firewall, state: 'fixing' as const },
      undefined,
      'fixing',
      'required',
      false,
    ],
    ['a fix that did not hold', firewall, ended('not-fixed'), 'required', 'required', true],
    ['a fix that turned out managed', firewall, ended('managed'), 'managed', 'required', false],
    ['a fix that cannot work', firewall, ended('not-possible'), 'required', 'required', false],
    ['a check without a fix', password, undefined, 'required', 'required', false],
  ] as const)('%s', (_name, check, fix, verdict, section, canFix) => {
    expect(rowOf(check, fix, around)).toMatchObject({ verdict, section, canFix });
  });

  it('offers no fix without the extension [S5.017]', () => {
    expect(rowOf(firewall, undefined, withoutExtension).canFix).toBe(false);
    expect(rowOf(firewall, undefined, around).canFix).toBe(true);
    expect(rowOf({ ...firewall, fixAction: null }, undefined, around).canFix).toBe(false);
  });

  it('leaves a passed check passed, whatever became of its fix', () => {
    const [passed] = passedChecks;
    if (passed === undefined) throw new Error('no passed check');
    expect(rowOf(passed, ended('not-fixed'), around).verdict).toBe('passed');
  });
});
