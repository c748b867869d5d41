import { globSync } from 'node:fs';
import { join } from 'node:path';
import { CHECK_DEFINITIONS, judgeReading } from '@vestibule/checks';
import { CHECK_TYPES, type FactReading, OPERATING_SYSTEMS, type Words } from '@vestibule/contracts';
import { propertyRuns } from '@vestibule/testing';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkTexts } from '../../checks/src/texts.ts';
import { arbitraryOf } from '../../flows/src/home/testing/arbitrary-of.ts';
import { sayCheck } from './say-check.ts';

/** Texts that stand in the folders of their checks. */
const CHECKS_FOLDER = join(import.meta.dirname, '../../checks/src');
const FOLDER_TEXTS: Readonly<Record<string, { readonly message: string }>> = Object.assign(
  {},
  ...(await Promise.all(
    globSync('*/texts.ts', { cwd: CHECKS_FOLDER }).map(
      async (file) => ((await import(join(CHECKS_FOLDER, file))) as { readonly texts: object }).texts,
    ),
  )),
);

const ORIGIN = { source: 'GNOME settings', readAt: '2026-11-21T09:00:00.000Z' };
const NOW = new Date('2026-11-21T09:00:00Z');

/** As a page does it: text by id, values filled in. */
function render({ id, values = {} }: Words): string {
  const text = (checkTexts[id] ?? FOLDER_TEXTS[id])?.message;
  if (text === undefined) throw new Error(`The catalogue has no ${id}.`);
  return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`${id} lacks ${name}.`);
    if (typeof value !== 'object') return String(value);
    return Array.isArray(value) ? value.join(', ') : render(value);
  });
}

const UNAVAILABLE = fc.constantFrom('timed-out', 'access-denied', 'not-supported', 'no-session', 'malformed');

const AGENT = fc.constantFrom('fci-agent', 'fleet', 'salt-minion');
const STATE = fc.constantFrom('running', 'stopped', 'absent');
/** Facts whose form is too narrow to be come upon by chance. */
const NARROW: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  operatingSystem: fc.record({
    family: fc.constantFrom(...OPERATING_SYSTEMS),
    id: fc.constantFrom('ubuntu', 'arch', 'exotic', 'Professional'),
    version: fc.constantFrom('24.04', '8.0', '10.0.26100', '10.0.19044', '15.1', null),
    name: fc.string({ maxLength: 20 }),
  }),
  agents: fc.record({ agents: fc.array(fc.record({ name: AGENT, state: STATE }), { maxLength: 3 }) }),
};

describe.each(CHECK_TYPES)('%s', (type) => {
  const definition = CHECK_DEFINITIONS[type];

  test('says by id what it says in English, whatever was read', () => {
    const reading = fc.oneof(
      {
        weight: 9,
        arbitrary: (NARROW[definition.facts] ?? arbitraryOf(definition.factSchema)).map((value) => ({
          ...ORIGIN,
          value,
        })),
      },
      { weight: 1, arbitrary: UNAVAILABLE.map((unavailable) => ({ ...ORIGIN, unavailable })) },
      { weight: 1, arbitrary: fc.constant(undefined) },
    );
    const parameters = fc.constantFrom(
      {},
      { products: ['one', 'two'] },
      { services: ['one', 'two'] },
      { agents: ['fleet', 'other'] },
    );
    fc.assert(
      fc.property(
        reading,
        parameters,
        fc.boolean(),
        fc.constantFrom(...OPERATING_SYSTEMS),
        (read, wanted, blocks, operatingSystem) => {
          const judged = judgeReading(definition, read, wanted, { operatingSystem, now: NOW });
          const { words, evidence, ...said } = sayCheck(definition, judged, read, blocks);
          expect(render(words.checkMessage)).toBe(said.checkMessage);
          expect(render(words.scanText)).toBe(said.scanText);
          expect(words.description.map(render).join(' ')).toBe(said.description);
          if (words.found !== undefined) expect(render(words.found)).toBe(evidence.found);
          if (words.wanted !== undefined) expect(render(words.wanted)).toBe(evidence.wanted);
          for (const [index, { label, value }] of (words.items ?? []).entries()) {
            if (label !== undefined) expect(render(label)).toBe(evidence.items?.[index]?.label);
            if (value !== undefined) expect(render(value)).toBe(evidence.items?.[index]?.value);
          }
        },
      ),
      { numRuns: propertyRuns(500) },
    );
  });
});

test('a check that was not read says why and whether it stops the person', () => {
  const definition = CHECK_DEFINITIONS.FirewallEnable;
  const reading = { ...ORIGIN, unavailable: 'timed-out' } as const;
  const judged = judgeReading(definition, reading, {}, { operatingSystem: 'linux', now: NOW });
  expect(sayCheck(definition, judged, reading, true)).toMatchObject({
    description:
      'GNOME settings gave no answer in time. Check again. Your company asks for an answer before you go to work: if you get none, ask your I.T. department.',
    words: {
      checkMessage: { id: 'FirewallEnable.unknownText' },
      description: [{ id: 'unknown.timed-out', values: { source: 'GNOME settings' } }, { id: 'unknown.blocks' }],
    },
  });
});

test('of what only an administrator may read, a person is told what to have installed', () => {
  const definition = CHECK_DEFINITIONS.FirewallEnable;
  const context = { operatingSystem: 'linux', now: NOW } as const;
  const said = (reading: FactReading) =>
    sayCheck(definition, judgeReading(definition, reading, {}, context), reading, false);
  const reading = { ...ORIGIN, unavailable: 'access-denied' } as const;
  expect(said({ ...reading, readBy: 'person' })).toMatchObject({
    description: expect.stringContaining('Workplace can, when it is installed for everyone on this computer'),
    words: { description: [{ id: 'unknown.reader-missing' }, { id: 'unknown.passes' }] },
  });
  expect(said({ ...reading, readBy: 'reader' }).description).toContain('may not read this without an administrator');
  expect(said(reading).description).toContain('may not read this without an administrator');
});

test('where no program locks the screen, or one that does not tell, a person is told what to do', () => {
  const definition = CHECK_DEFINITIONS.ScreenSaverState;
  const context = { operatingSystem: 'linux', now: NOW } as const;
  const said = (reading: FactReading) =>
    sayCheck(definition, judgeReading(definition, reading, {}, context), reading, true);
  const locker = { ...ORIGIN, source: 'Screen locker' };
  expect(said({ ...locker, unavailable: 'tool-missing', detail: 'XFCE: none of these programs runs' })).toMatchObject({
    description:
      'No program that locks the screen runs in your session. Have one start with it: the help says which one fits your desktop. Your company asks for an answer before you go to work: if you get none, ask your I.T. department.',
    evidence: { found: 'XFCE: none of these programs runs' },
    words: { description: [{ id: 'unknown.locker-missing' }, { id: 'unknown.blocks' }] },
  });
  expect(said({ ...locker, unavailable: 'unexpected-output' }).words.description).toMatchObject([
    { id: 'unknown.locker-unclear' },
    { id: 'unknown.blocks' },
  ]);
  expect(said({ ...ORIGIN, unavailable: 'tool-missing' }).words.description).toMatchObject([
    { id: 'unknown.tool-missing' },
    { id: 'unknown.blocks' },
  ]);
});
