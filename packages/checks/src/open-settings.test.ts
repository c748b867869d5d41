import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CHECK_FIXES } from './check-fixes.ts';
import { createFakeSystem } from './fake-system.ts';
import { openSettings, SETTINGS_PLACES, type SettingsPlace } from './open-settings.ts';

const PLACES = Object.keys(SETTINGS_PLACES) as SettingsPlace[];
const LINES = Object.values(SETTINGS_PLACES).map(({ tool, words }) => [tool, ...words].join(' '));
const openers = CHECK_FIXES.filter(({ onlyOpens }) => onlyOpens !== undefined);

test.each(PLACES)('%s is opened on its own system, for the person alone', async (place) => {
  const { operatingSystem, tool } = SETTINGS_PLACES[place];
  const options = { operatingSystem, commands: { [tool]: '' } };
  const system = createFakeSystem(options);
  expect(await openSettings(system, place)).toEqual({ ok: true, value: { opened: place } });
  const others = [
    createFakeSystem({ ...options, isElevated: true }),
    createFakeSystem({ ...options, operatingSystem: 'linux' }),
  ];
  for (const other of others) {
    expect(await openSettings(other, place)).toMatchObject({ ok: false, reason: 'not-supported' });
    expect(other.ran).toEqual([]);
  }
});

test('what cannot be opened is said: Explorer alone says nothing by its exit code', async () => {
  const code1 = { code: 1 };
  const open = async (place: SettingsPlace) => {
    const { operatingSystem, tool } = SETTINGS_PLACES[place];
    return (await openSettings(createFakeSystem({ operatingSystem, commands: { [tool]: code1 } }), place)).ok;
  };
  expect([await open('windows-device-encryption'), await open('macos-filevault')]).toEqual([true, false]);
  const missing = await openSettings(createFakeSystem({ operatingSystem: 'macos' }), 'macos-filevault');
  expect(missing).toMatchObject({ ok: false, reason: 'tool-missing' });
});

/** What a page, a server or its policy may put into a grant. */
const granted = fc.oneof(
  fc.constantFrom({}, { way: 'turn-on' }, { way: 'activate' }, { way: 'resume' }),
  fc.dictionary(fc.constantFrom('way', 'place', 'open', 'url', 'tool', 'arguments'), fc.anything()),
  fc.record({ way: fc.constantFrom('turn-on', 'activate'), url: fc.webUrl() }),
  fc.anything(),
);

test('[S4.051] whatever a grant holds, only a page of the list is opened, and no word of the grant reaches a command', async () => {
  expect(openers.map(({ operatingSystem }) => operatingSystem)).toEqual(['windows', 'macos']);
  let opened = 0;
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...openers), granted, async (fix, values) => {
      const parameters = fix.parameters.safeParse(values);
      if (!parameters.success || fix.onlyOpens?.(parameters.data) !== true) return;
      const commands = { explorer: '', control: '', open: '', sw_vers: '' };
      const system = createFakeSystem({ operatingSystem: fix.operatingSystem, commands });
      await fix.apply(system, parameters.data);
      const ran = system.ran.filter((line) => line !== 'sw_vers');
      expect(ran).toHaveLength(1);
      for (const line of ran) expect(LINES).toContain(line);
      opened += 1;
    }),
    { numRuns: 500 },
  );
  expect(opened).toBeGreaterThan(20);
});

test('a value next to the way is refused, not left out', () => {
  for (const { parameters } of openers) {
    expect(parameters.safeParse({ way: 'turn-on' }).success).toBe(true);
    expect(parameters.safeParse({ way: 'turn-on', url: 'https://evil.example' }).success).toBe(false);
    expect(parameters.safeParse({ way: 'calc.exe' }).success).toBe(false);
  }
});
