import { CHECK_DEFINITIONS, isAskedOn } from '@vestibule/checks';
import { CHECK_TYPES } from '@vestibule/contracts';
import { expect, test } from 'vitest';
import { evaluate } from './evaluate.ts';
import { createReport, fact, madeUpFacts } from './fake-report.ts';
import { policySchema } from './policy-schema.ts';

/** A computer on which nothing is as it should be. */
const BAD_FACTS = {
  ...Object.fromEntries(Object.entries(madeUpFacts(CHECK_TYPES)).map(([name, value]) => [name, fact(value)])),
  operatingSystem: fact({ family: 'linux', id: 'ubuntu', version: '14.04', name: 'Ubuntu 14.04' }),
  registration: fact({ state: 'unknown' }),
  threats: fact({ product: 'Microsoft Defender', active: [{ name: 'EICAR', path: '/tmp/eicar' }] }),
  signInSecret: fact({ secret: 'none', automaticSignIn: null }),
  firewall: fact({ isOn: false, manager: 'ufw', gaps: [] }),
  antivirus: fact({ products: [] }),
  encryption: fact({ state: 'not-encrypted', volume: '/dev/sda1' }),
  automaticUpdates: fact({ state: 'off', mechanism: 'unattended-upgrades' }),
  screenLock: fact({ desktop: 'GNOME', idleSeconds: null, asksPassword: false, graceSeconds: 0, managedSettings: [] }),
  management: fact({ services: [] }),
  agents: fact({
    agents: [
      { name: 'fleet', state: 'absent' },
      { name: 'fci-agent', state: 'absent' },
    ],
  }),
};

const policy = policySchema.parse({
  version: 1,
  workplaceAccessPolicy: 'Strict',
  checks: Object.fromEntries(CHECK_TYPES.map((type) => [type, { severity: 'required' }])),
});
const { securityChecks } = evaluate({
  report: createReport(BAD_FACTS),
  policy,
  now: new Date('2026-11-21T09:00:00Z'),
});

test('a computer on which nothing is right fails every check that is asked there', () => {
  const asked = CHECK_TYPES.filter((type) => isAskedOn(CHECK_DEFINITIONS[type], 'linux'));
  expect(securityChecks.map(({ checkType, state }) => [checkType, state])).toEqual(
    asked.map((type) => [type, 'failed']),
  );
});

/** The specification gives it no article, and no client can install it yet: its own words are all there is. */
const UNAIDED = ['FciAgentRunning'];

test.each(securityChecks.filter(({ checkType }) => !UNAIDED.includes(checkType)))(
  '[S1.016] a failed $checkType comes with an article, or a fix, or both',
  ({ helpArticle, fixAction }) => {
    expect(helpArticle !== undefined || fixAction !== null).toBe(true);
  },
);
