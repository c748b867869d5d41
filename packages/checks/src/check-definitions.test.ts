import { CHECK_TYPES, OPERATING_SYSTEMS, SPECIFIED_CHECK_TYPES } from '@vestibule/contracts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CHECK_DEFINITIONS } from './check-definitions.ts';
import { CHECK_FIXES } from './check-fixes.ts';
import { CHECKS } from './checks.ts';
import { isAskedOn } from './definition.ts';
import { FACT_READERS } from './fact-readers.ts';
import { importantFacts } from './important-facts.ts';
import { judgeReading } from './judge-reading.ts';
import { renderText } from './render-text.ts';

const context = { operatingSystem: 'linux', now: new Date('2026-11-21T09:00:00Z') } as const;
const origin = { source: 'test', readAt: '2026-11-21T09:00:00.000Z' };
const kebab = (type: string) =>
  type.replace(/^OS/, 'Os').replace(/[A-Z]/g, (letter, at) => `${at > 0 ? '-' : ''}${letter.toLowerCase()}`);

test('[S3.004] there are the sixteen checks of the specification, and each has its folder', () => {
  expect(SPECIFIED_CHECK_TYPES).toHaveLength(16);
  expect(Object.keys(CHECK_DEFINITIONS).toSorted()).toEqual([...CHECK_TYPES].toSorted());
  for (const type of CHECK_TYPES) {
    expect(CHECK_DEFINITIONS[type].type).toBe(type);
    expect(CHECKS[type].definition).toBe(CHECK_DEFINITIONS[type]);
  }
});

test('[S3.021] [S3.022] each check names its help article, except FciAgentRunning', () => {
  for (const type of SPECIFIED_CHECK_TYPES) {
    expect(CHECK_DEFINITIONS[type].helpArticle).toBe(type === 'FciAgentRunning' ? undefined : kebab(type));
  }
});

test.each(OPERATING_SYSTEMS)(
  'on %s a fact is read exactly where a check asks for it; the server writes one',
  (system) => {
    const read = FACT_READERS.filter(({ operatingSystem }) => operatingSystem === system).map(({ facts }) => facts);
    const asked = CHECK_TYPES.filter((type) => isAskedOn(CHECK_DEFINITIONS[type], system));
    const judged = new Set(asked.map((type) => CHECK_DEFINITIONS[type].facts));
    expect([...judged].toSorted()).toEqual([...read, 'registration'].toSorted());
  },
);

test('a check says that it can be fixed exactly where there is a fix', () => {
  for (const type of CHECK_TYPES) {
    const systems = CHECK_FIXES.filter((fix) => fix.type === type).map(({ operatingSystem }) => operatingSystem);
    expect([type, ...CHECK_DEFINITIONS[type].fixableOn]).toEqual([type, ...systems]);
  }
});

test('no garbage in a report passes or throws, and unknown never lacks its reason', () => {
  for (const type of CHECK_TYPES) {
    fc.assert(
      fc.property(fc.anything(), fc.anything(), (value, parameters) => {
        const judgement = judgeReading(CHECK_DEFINITIONS[type], { ...origin, value }, parameters, context);
        expect(['unknown', 'failed']).toContain(judgement.state);
        if (judgement.state === 'unknown') expect(judgement.reason).toBeDefined();
      }),
      { numRuns: 50 },
    );
  }
});

test('missing and unavailable facts are unknown with their reason', () => {
  const definition = CHECK_DEFINITIONS.FirewallEnable;
  expect(judgeReading(definition, undefined, {}, context).reason).toBe('not-reported');
  expect(judgeReading(definition, { ...origin, unavailable: 'timed-out' }, {}, context).reason).toBe('timed-out');
  expect(judgeReading(definition, { ...origin, value: { isOn: 'yes' } }, {}, context).reason).toBe('malformed');
});

test('placeholders are filled in, unknown ones and values from nowhere stay out', () => {
  const definition = { texts: { a: 'Starts after {time} ({other})' } };
  expect(renderText(definition, { key: 'a', values: { time: '5 minutes' } })).toBe('Starts after 5 minutes ({other})');
  expect(renderText(definition, { key: 'a', values: { time: '{other}', other: 'x' } })).toBe(
    'Starts after {other} (x)',
  );
  expect(renderText(definition, { key: 'constructor' })).toBe('constructor');
});

test('texts name things plainly', () => {
  for (const type of CHECK_TYPES) {
    for (const text of Object.values(CHECK_DEFINITIONS[type].texts)) {
      expect(text).not.toMatch(/\b(please|oops|posture|endpoint|remediat|non-compliant|you must|you failed)/i);
    }
  }
});

test('important facts change with what was read, not with when or from where', () => {
  const device = { operatingSystem: 'linux' } as const;
  const hash = (facts: Parameters<typeof importantFacts>[0]['facts']) =>
    importantFacts({ device: { ...device } as Parameters<typeof importantFacts>[0]['device'], facts });
  const on = hash({ a: { ...origin, value: { x: 1, y: 2 } }, b: { ...origin, unavailable: 'timed-out' } });
  const later = { source: 'elsewhere', readAt: '2027-01-01T00:00:00.000Z' };
  expect(hash({ b: { ...later, unavailable: 'timed-out', detail: 'x' }, a: { ...later, value: { y: 2, x: 1 } } })).toBe(
    on,
  );
  expect(hash({ a: { ...origin, value: { x: 1, y: 3 } }, b: { ...origin, unavailable: 'timed-out' } })).not.toBe(on);
  expect(hash({ a: { ...origin, value: { x: 1, y: 2 } }, b: { ...origin, unavailable: 'access-denied' } })).not.toBe(
    on,
  );
  expect(hash({ a: { ...origin, value: 1 } })).not.toBe(hash({ a: { ...origin, value: 1, managed: true } }));
});
