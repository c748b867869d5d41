import type { CheckType, SecurityCheck } from '@vestibule/contracts';
import { describe, expect, it } from 'vitest';
import { firewall } from '../../../gallery/checks.ts';
import { sayCausesOnce } from './one-cause.ts';
import { rowOf } from './row-model.ts';

const around = { isExtensionInstalled: true, isManagementOffered: true, system: 'linux' } as const;

function check(checkType: CheckType, key: string, changes: Partial<SecurityCheck> = {}): SecurityCheck {
  const text = { id: `${checkType}.${key}` };
  const words = { checkMessage: text, scanText: text, description: [text] };
  return { ...firewall, checkType, isRequired: false, isSigninStopper: false, words, ...changes };
}

const said = (...checks: readonly SecurityCheck[]) =>
  sayCausesOnce(checks.map((one) => rowOf(one, undefined, around))).map((row) => [
    row.check.checkType,
    row.verdict,
    row.section,
  ]);

const none = check('AntiVirusInstalled', 'none');
const unguarded = check('AntiVirusRealtimeProtection', 'none');
const undefinedOnes = check('AntiVirusSignaturesUpToDate', 'none');

describe('an antivirus that is missing', () => {
  it('is said once, in its place among the others', () => {
    expect(said(firewall, unguarded, none, undefinedOnes).map(([type]) => type)).toEqual([
      'FirewallEnable',
      'AntiVirusInstalled',
    ]);
  });

  it('weighs as much as the heaviest that follows from it', () => {
    const stopper = { ...unguarded, isSigninStopper: true };
    const required = { ...undefinedOnes, isRequired: true };
    expect(said(none, stopper, required)).toEqual([['AntiVirusInstalled', 'stopper', 'required']]);
    expect(said(none, unguarded, required)).toEqual([['AntiVirusInstalled', 'required', 'required']]);
    expect(said(none, unguarded)).toEqual([['AntiVirusInstalled', 'recommended', 'recommended']]);
  });

  it('is said by what follows where it is not asked for, passes, or is not known', () => {
    expect(said(unguarded, undefinedOnes)).toHaveLength(2);
    expect(said({ ...none, state: 'passed', isPassed: true }, unguarded)).toHaveLength(2);
    expect(said({ ...none, state: 'unknown' }, unguarded)).toHaveLength(2);
  });
});

it('what has a thing of its own to say keeps its row', () => {
  expect(said(none, check('AntiVirusRealtimeProtection', 'off'))).toHaveLength(2);
  expect(said(none, { ...unguarded, state: 'unknown' })).toHaveLength(2);
  const { words: _, ...wordless } = unguarded;
  expect(said(none, wordless)).toHaveLength(2);
});
