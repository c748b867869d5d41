import { CHECK_DEFINITIONS, isAskedOn, syntheticFacts } from '@vestibule/checks';
import {
  CHECK_TYPES,
  type CheckType,
  OPERATING_SYSTEMS,
  type OperatingSystem,
  type SyntheticLaptop,
} from '@vestibule/contracts';
import { parsePolicy, type Policy } from '@vestibule/policy';
import { describe, expect, test } from 'vitest';
import type { ServerContext } from '../../context/server-context.ts';
import { judgeLaptop } from './judge-laptop.ts';

const NOW = new Date('2026-11-22T09:00:00Z');
/** No more of a server than judging looks at. */
const context = {
  now: () => NOW,
  configuration: { managedDeviceService: null, disclaimer: null },
} as unknown as ServerContext;

function policyOf(parameters: Partial<Record<CheckType, object>> = {}): Policy {
  const lines = CHECK_TYPES.map(
    (type) => `  ${type}: { severity: required, parameters: ${JSON.stringify(parameters[type] ?? {})} }`,
  );
  const parsed = parsePolicy(
    ['version: 1', 'workplaceAccessPolicy: Strict', 'unknown: block', 'checks:', ...lines].join('\n'),
  );
  if (!parsed.ok) throw new Error(parsed.problems[0]?.message);
  return parsed.policy;
}

/** A policy that accepts next to nothing: what is good has to be good by it. */
const PICKY = policyOf({
  OSSupported: { minimumWindows: '10.0.26300', minimumMacos: '27', minimumLinux: { fedora: '43' } },
  AntiVirusInstalled: { products: ['crowdstrike', 'sentinel'] },
  AntiVirusRealtimeProtection: { products: ['crowdstrike'] },
  AntiVirusSignaturesUpToDate: { products: ['crowdstrike'], maximumAgeDays: 1 },
  ScreenSaverTimeout: { maximumSeconds: 60 },
  ManagedDevice: { services: ['intune'] },
  RmmAgent: { agents: ['ninja', 'atera'] },
  FciAgentRunning: { agents: ['own-agent'] },
});
const askedOn = (system: OperatingSystem) => CHECK_TYPES.filter((type) => isAskedOn(CHECK_DEFINITIONS[type], system));
const POLICIES = [
  ['the usual parameters', policyOf()],
  ['picky ones', PICKY],
] as const;

const laptop = (changes: Partial<SyntheticLaptop>): SyntheticLaptop => ({
  system: 'windows',
  bad: [],
  unread: [],
  ...changes,
});

function stateOf(policy: Policy, made: SyntheticLaptop, type: CheckType) {
  const { result } = judgeLaptop(context, policy, made);
  return result.securityChecks.find(({ checkType }) => checkType === type)?.state;
}

describe.each(POLICIES)('by a policy with %s', (_name, policy) => {
  describe.each(OPERATING_SYSTEMS)('a synthetic laptop with %s', (system) => {
    test('is let in while every switch is good', () => {
      const { result, mayContinue } = judgeLaptop(context, policy, laptop({ system }));
      expect(result.securityChecks.filter(({ isPassed }) => !isPassed)).toEqual([]);
      expect([result.securityChecks.length, mayContinue]).toEqual([askedOn(system).length, true]);
    });

    test.each(askedOn(system))('%s follows its switch: bad, then unread', (type) => {
      expect(stateOf(policy, laptop({ system, bad: [type] }), type)).toBe('failed');
      expect(judgeLaptop(context, policy, laptop({ system, bad: [type] })).mayContinue).toBe(false);
      expect(stateOf(policy, laptop({ system, unread: [type] }), type)).toBe('unknown');
      expect(judgeLaptop(context, policy, laptop({ system, unread: [type] })).mayContinue).toBe(false);
    });
  });
});

test.each(OPERATING_SYSTEMS)(
  'a laptop with %s reports the facts that its checks are judged by, and no other',
  (system) => {
    const facts = syntheticFacts(laptop({ system }), () => ({}), NOW);
    const asked = askedOn(system).map((type) => CHECK_DEFINITIONS[type]);
    expect(new Set(Object.keys(facts))).toEqual(new Set(asked.map(({ facts: name }) => name)));
    for (const { facts: name, factSchema } of asked) {
      const reading = facts[name];
      expect(reading !== undefined && 'value' in reading && factSchema.safeParse(reading.value).success).toBe(true);
    }
  },
);

test('nothing that could be redeemed comes with a verdict', () => {
  const { result } = judgeLaptop(context, policyOf(), laptop({}));
  const { encryptedPermit, permitSalt, samlResponseData, loginId, nonce } = result;
  expect({ encryptedPermit, permitSalt, samlResponseData, loginId, nonce }).toEqual({
    encryptedPermit: null,
    permitSalt: null,
    samlResponseData: null,
    loginId: null,
    nonce: 'synthetic',
  });
});

test('what a lenient policy lets through is let through here as well', () => {
  const lenient: Policy = { ...policyOf(), workplaceAccessPolicy: 'Permissive', isPolicyEnforced: false };
  expect(judgeLaptop(context, lenient, laptop({ bad: ['FirewallEnable'] })).mayContinue).toBe(true);
});
