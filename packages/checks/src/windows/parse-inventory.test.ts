import { anyText } from '@vestibule/testing';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CHECK_TYPES, type FactReading } from '@vestibule/contracts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CHECK_DEFINITIONS } from '../check-definitions.ts';
import { collectFacts } from '../collect-facts.ts';
import { FACT_READERS } from '../fact-readers.ts';
import { memberOf, parseJson } from '../json.ts';
import { judgeReading } from '../judge-reading.ts';
import type { SystemPort } from '../system-port.ts';
import { parseWindowsInventory } from './parse-inventory.ts';
import { createSampleWindows, createWindows } from './sample-system.ts';

const SOURCES = join(import.meta.dirname, '..');
const now = new Date('2026-11-21T09:00:00Z');
const SAMPLES = globSync('**/samples/windows/*.json', { cwd: SOURCES }).toSorted();

async function statesOn(system: SystemPort): Promise<ReadonlyMap<string, string>> {
  const readers = FACT_READERS.filter(({ operatingSystem }) => operatingSystem === 'windows');
  const read = await Promise.all(readers.map(async (reader) => [reader.facts, await reader.read(system)] as const));
  const facts: Readonly<Record<string, FactReading>> = Object.fromEntries(read);
  const context = { operatingSystem: 'windows', now } as const;
  const judged = CHECK_TYPES.map((type) => {
    const definition = CHECK_DEFINITIONS[type];
    return [type, judgeReading(definition, facts[definition.facts], {}, context).state] as const;
  });
  return new Map(judged);
}

async function passedOn(system: SystemPort): Promise<readonly string[]> {
  return [...(await statesOn(system))].filter(([, state]) => state === 'passed').map(([type]) => type);
}

function subsetsOf<Item>(items: readonly Item[]): readonly (readonly Item[])[] {
  return items.reduce<readonly (readonly Item[])[]>(
    (sets, item) => [...sets, ...sets.map((set) => [...set, item])],
    [[]],
  );
}

/** A sample as the script prints it: one section to a line. */
function printed(sample: string): string {
  const sections = memberOf(parseJson(sample), 'sections') ?? {};
  const lines = Object.entries(sections).map(
    ([name, section]) => `${JSON.stringify(name)}:${JSON.stringify(section)},`,
  );
  return ['{"format":1,"sections":{', ...lines, '"end":{"value":true}}}', ''].join('\r\n');
}

test('a mark at the beginning, lines of Windows and sections no one asked for do no harm', () => {
  const text = `\uFEFF${printed('{"sections":{"encryption":{"value":{"drive":"C:"}},"other":{"value":1}}}')}`;
  expect(parseWindowsInventory({ stdout: text, stderr: '' }, false)).toEqual({
    ok: true,
    value: { sections: { encryption: { value: { drive: 'C:' } } }, missing: 'unexpected-output' },
  });
});

test('what was printed before the time was over counts, the rest has timed out', async () => {
  const sample = readFileSync(join(SOURCES, 'os-auto-update-enable/samples/windows/factory.json'), 'utf8');
  const text = printed(sample);
  const outcome = parseWindowsInventory(
    { stdout: text.slice(0, text.indexOf('"updateAgent"') + 20), stderr: '' },
    true,
  );
  expect(outcome).toMatchObject({ ok: true, value: { sections: { services: {} }, missing: 'timed-out' } });
  const system = createWindows(undefined, { windowsInventory: async () => outcome });
  expect(await collectFacts(system, { only: ['automaticUpdates'] })).toMatchObject({
    automaticUpdates: { unavailable: 'timed-out' },
  });
});

test.each([
  ['', '', true, 'timed-out'],
  ['{"format":1,"sections":{\r\n"shell":{"val', '', true, 'timed-out'],
  [
    '',
    '    + CategoryInfo : Sicherheitsfehler: (:) []\n    + FullyQualifiedErrorId : UnauthorizedAccess',
    false,
    'blocked-by-policy',
  ],
  ['', 'Das Programm kann nicht ausgeführt werden.', false, 'unexpected-output'],
  ['{"format":2,"sections":{}}', '', false, 'unexpected-output'],
  ['[]', '', false, 'unexpected-output'],
  [
    '{"format":1,"sections":{"shell":{"value":{"architecture":"x86","hostArchitecture":"AMD64"}}}}',
    '',
    false,
    'not-supported',
  ],
])('%j with %j: %s', (stdout, stderr, hasTimedOut, reason) => {
  expect(parseWindowsInventory({ stdout, stderr }, hasTimedOut)).toMatchObject({ ok: false, reason });
});

describe('unknown is never a pass', () => {
  test.each(['blocked-by-policy', 'timed-out', 'tool-missing'] as const)(
    '%s is the reason of every check',
    async (reason) => {
      const facts = await collectFacts(createWindows({ ok: false, reason, detail: '' }));
      expect(Object.values(facts).map((reading) => 'unavailable' in reading && reading.unavailable)).toEqual(
        Object.keys(facts).map(() => reason),
      );
      expect(Object.keys(facts)).toHaveLength(10);
    },
  );

  test('no text passes', async () => {
    const pieces = fc.constantFrom(
      '{',
      '}',
      '"sections":',
      '"value":',
      '"format":1',
      ',',
      '\n',
      '"services"',
      '[]',
      '1',
    );
    const text = fc.oneof(
      anyText(),
      fc.array(pieces).map((parts) => parts.join('')),
    );
    await fc.assert(
      fc.asyncProperty(text, async (inventory) => {
        expect(await passedOn(createWindows(inventory))).toEqual([]);
      }),
    );
  });

  test.each(SAMPLES)('%s, whichever sections are missing, says the same or that it is not known', async (path) => {
    const [folder = '', name = ''] = path.replace('.json', '').split('/samples/windows/');
    const whole = createSampleWindows(join(SOURCES, folder), name);
    const states = await statesOn(whole);
    const inventory = await whole.windowsInventory?.();
    if (inventory?.ok !== true) throw new Error('The sample is a document.');
    for (const sections of subsetsOf(Object.entries(inventory.value.sections))) {
      const part = { ok: true, value: { sections: Object.fromEntries(sections), missing: 'timed-out' } } as const;
      const found = await statesOn({ ...whole, windowsInventory: async () => part });
      const otherwise = [...found].filter(([type, state]) => state !== 'unknown' && state !== states.get(type));
      expect([sections.map(([section]) => section), otherwise]).toEqual([expect.anything(), []]);
    }
  });

  test('a document that is cut anywhere holds whole sections or none', () => {
    const text = printed(readFileSync(join(SOURCES, 'firewall-enable/samples/windows/public-off.json'), 'utf8'));
    const whole = parseWindowsInventory({ stdout: text, stderr: '' }, false);
    const sections = whole.ok ? whole.value.sections : {};
    fc.assert(
      fc.property(fc.nat(text.length), fc.string({ maxLength: 6 }), (at, noise) => {
        const cut = parseWindowsInventory({ stdout: `${text.slice(0, at)}${noise}`, stderr: '' }, true);
        expect(sections).toMatchObject(cut.ok ? cut.value.sections : {});
      }),
    );
  });

  test.each([
    ['os-supported/windows-11-25h2-pro', ['operatingSystem'], 'OSSupported'],
    ['os-auto-update-enable/factory', ['updates'], 'OsAutoUpdateEnable'],
    ['os-auto-update-enable/factory', ['services'], 'OsAutoUpdateEnable'],
    ['os-auto-update-enable/factory', ['updateAgent'], 'OsAutoUpdateEnable'],
    ['password-set/microsoft-account', ['signIn'], 'PasswordSet'],
    ['password-set/microsoft-account', ['session'], 'PasswordSet'],
    ['password-set/microsoft-account', ['accounts'], 'PasswordSet'],
    ['readings/screen-lock/saver-that-locks', ['screenLock'], 'ScreenSaverTimeout'],
    ['readings/screen-lock/saver-that-locks', ['session'], 'ScreenSaverState'],
    ['readings/screen-lock/modern-standby', ['powerPlan'], 'ScreenSaverPasswordProtected'],
    ['readings/antivirus/defender', ['antivirus', 'defender'], 'AntiVirusRealtimeProtection'],
    ['no-active-infections/quarantined', ['threats'], 'NoActiveInfections'],
    ['no-active-infections/quarantined', ['detections'], 'NoActiveInfections'],
    ['no-active-infections/quarantined', ['defender'], 'NoActiveInfections'],
    ['device-encrypted/on', ['encryption'], 'DeviceEncrypted'],
    ['device-encrypted/on', ['drives'], 'DeviceEncrypted'],
    ['firewall-enable/all-on', ['services'], 'FirewallEnable'],
    ['firewall-enable/all-on', ['firewallProfiles', 'firewallPolicy'], 'FirewallEnable'],
    ['managed-device/intune', ['enrollments'], 'ManagedDevice'],
    ['readings/agents/ninjaone', ['services'], 'RmmAgent'],
    ['readings/agents/fci-agent', ['listedAgents'], 'FciAgentRunning'],
  ])('%s without a sensible %j does not pass %s', async (sample, junk, type) => {
    const folder = join(SOURCES, sample.slice(0, sample.lastIndexOf('/')));
    const system = createSampleWindows(folder, sample.slice(sample.lastIndexOf('/') + 1));
    expect(await passedOn(system)).toContain(type);
    const inventory = await system.windowsInventory?.();
    if (inventory?.ok !== true) throw new Error('The sample is a document.');
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), async (value) => {
        const sections = { ...inventory.value.sections, ...Object.fromEntries(junk.map((name) => [name, { value }])) };
        const outcome = { ok: true, value: { ...inventory.value, sections } } as const;
        expect(await passedOn({ ...system, windowsInventory: async () => outcome })).not.toContain(type);
      }),
      { numRuns: 30 },
    );
  });
});

test('one scan reads the inventory once, the next one again', async () => {
  let runs = 0;
  const system = createWindows(() => {
    runs += 1;
    return printed('{"sections":{}}');
  });
  await collectFacts(system);
  expect(runs).toBe(1);
  await collectFacts(system);
  expect(runs).toBe(2);
});
