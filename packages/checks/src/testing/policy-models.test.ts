import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { propertyRuns } from '@vestibule/testing';
import { createMacOf, IDLE, LOCK, locking, POWER, power, UPDATES } from './macos/computers.ts';
import { judgeAll, type Verdict } from './state.ts';
import { BLANK, createWindowsOf, saver } from './windows/computers.ts';

/*
 * Slow and obvious models of what the documents say, written apart from the readers and compared with them on made-up
 * settings. A model answers with the verdicts that are right: more than one where the document leaves it open.
 */

const maybe = <Value>(...values: readonly Value[]) => fc.option(fc.constantFrom(...values), { nil: null });

describe('Windows', () => {
  const settings = fc.record({
    noAutoUpdate: maybe(0, 1),
    options: maybe(1, 2, 3, 4, 5, 7, 9),
    accessOff: maybe(0, 1),
    usesServer: maybe(0, 1),
    managedOptions: maybe(0, 1, 2, 3, 4, 5, 6),
    managedService: maybe(0, 1),
    pausedUntil: maybe('2026-12-01T00:00:00Z', '2026-11-01T00:00:00Z', 'soon'),
    qualityPause: maybe(0, 1, 2, 3),
  });
  type Settings = typeof settings extends fc.Arbitrary<infer Value> ? Value : never;
  const level = fc.constantFrom(0, 1, 2, 3, 4, 8);

  /** policy-csp-update, policy-csp-controlpolicyconflict, waas-wu-settings: one sentence of them to a line. */
  function updatesBy(set: Settings, agent: number): readonly Verdict[] {
    if (set.noAutoUpdate === 1) return ['failed'];
    if (set.accessOff === 1 && set.usesServer !== 1) return ['failed'];
    if (set.managedService === 0) return ['failed'];
    if (set.pausedUntil === '2026-12-01T00:00:00Z') return ['failed'];
    if (set.qualityPause === 1) return ['failed'];
    const isOpen = set.pausedUntil === 'soon' || set.qualityPause === 3;
    const mode = modeBy(set, agent);
    // What is off is off for certain; what is on is only on when nothing else is open.
    if (mode === 'failed') return isOpen ? ['failed', 'unknown'] : ['failed'];
    return isOpen ? ['unknown'] : [mode];
  }

  function modeBy(set: Settings, agent: number): Verdict {
    if (set.options !== null && set.options !== 5) {
      if (set.options === 4) return 'passed';
      return set.options === 9 ? 'unknown' : 'failed';
    }
    if (set.managedOptions !== null) {
      if (set.managedOptions === 6) return 'unknown';
      return set.managedOptions === 0 || set.managedOptions === 5 ? 'failed' : 'passed';
    }
    if (agent === 8) return 'unknown';
    return agent === 0 || agent === 4 ? 'passed' : 'failed';
  }
  test('policies of updates', async () => {
    await fc.assert(
      fc.asyncProperty(settings, level, async (updates, notificationLevel) => {
        const computer = createWindowsOf({ sections: { updates, updateAgent: { notificationLevel } } });
        const { OsAutoUpdateEnable: verdict } = await judgeAll(computer);
        expect(updatesBy(updates, notificationLevel)).toContain(verdict);
      }),
      { numRuns: propertyRuns(400) },
    );
  });

  const GONE = String.raw`C:\gone.scr`;
  const savers = fc.record({
    active: maybe('0', '1'),
    program: maybe(BLANK, GONE),
    seconds: maybe('0', '60', '600', '900', '901', '86400'),
    secure: maybe('0', '1'),
  });

  /** policy-csp-admx-controlpaneldisplay: a policy that is set takes the person's own choice away, value by value. */
  function saverBy(policy: Saver, own: Saver): readonly [Verdict, Verdict, Verdict] {
    const over = (name: keyof Saver) => (policy[name] === null ? own[name] : policy[name]);
    const starts = over('active') !== '0' && over('program') === BLANK && over('seconds') !== '0';
    if (!starts) return ['failed', 'failed', 'failed'];
    return [
      'passed',
      over('secure') === '1' ? 'passed' : 'failed',
      Number(over('seconds')) <= 900 ? 'passed' : 'failed',
    ];
  }
  type Saver = { readonly [Name in 'active' | 'program' | 'seconds' | 'secure']: string | null };

  test('policies of the screen saver', async () => {
    await fc.assert(
      fc.asyncProperty(savers, savers, async (policy, own) => {
        const values = (of: Saver) => saver(of.active, of.program, of.seconds, of.secure);
        const computer = createWindowsOf({ sections: { screenLock: { policy: values(policy), own: values(own) } } });
        const found = await judgeAll(computer);
        const states = [found.ScreenSaverState, found.ScreenSaverPasswordProtected, found.ScreenSaverTimeout];
        const isTimeless = policy.seconds === null && own.seconds === null;
        // Without a time Windows takes one of its own, which is not described.
        if (isTimeless) expect(states).not.toContain('passed');
        else expect(states).toEqual(saverBy(policy, own));
      }),
      { numRuns: propertyRuns(400) },
    );
  });
});

describe('macOS', () => {
  const KEYS = [
    'AutomaticCheckEnabled',
    'AutomaticDownload',
    'AutomaticallyInstallMacOSUpdates',
    'ConfigDataInstall',
    'CriticalUpdateInstall',
  ] as const;
  const layer = fc.dictionary(fc.constantFrom(...KEYS), fc.constantFrom<boolean | number>(true, false, 0, 1), {
    maxKeys: 5,
  });

  test('a profile for the person, one for the computer, and the own settings of updates', async () => {
    await fc.assert(
      fc.asyncProperty(layer, layer, layer, async (person, computer, own) => {
        const mac = createMacOf({
          lists: { [UPDATES]: { ...Object.fromEntries(KEYS.map((key) => [key, null])), ...own } },
          profiles: { 'com.apple.SoftwareUpdate': computer, 'nadia/com.apple.SoftwareUpdate': person },
        });
        const effective = KEYS.map((key) => person[key] ?? computer[key] ?? own[key]);
        const isOff = effective.some((value) => value === false || value === 0);
        // Whether updates of macOS install themselves has no default.
        const isOpen = effective[2] === undefined;
        const { OsAutoUpdateEnable: verdict } = await judgeAll(mac);
        expect(verdict).toBe(isOff ? 'failed' : isOpen ? 'unknown' : 'passed');
      }),
      { numRuns: propertyRuns(300) },
    );
  });

  const NEVER = 2_147_483_647;
  const profile = fc.record(
    {
      askForPassword: fc.boolean(),
      askForPasswordDelay: fc.constantFrom(0, 5, 6, 3600, NEVER),
      idleTime: fc.constantFrom(0, 300, 900, 1800),
    },
    { requiredKeys: [] },
  );
  const minutes = fc.constantFrom(0, 5, 15, 60);

  test('profiles of the screen saver, what the system says, and displays that go dark', async () => {
    await fc.assert(
      fc.asyncProperty(
        profile,
        profile,
        fc.constantFrom(0, 300, 1800),
        fc.constantFrom(0, 5, 300, -1),
        fc.tuple(minutes, minutes),
        async (person, computer, idle, delay, [battery, mains]) => {
          const mac = createMacOf({
            commands: {
              [IDLE]: `${idle}\n`,
              [LOCK]: locking(delay < 0 ? 'screenLock is off' : `screenLock delay is ${delay} seconds`),
              [POWER]: power({ 'Battery Power': battery, 'AC Power': mains }),
            },
            profiles: { 'com.apple.screensaver': computer, 'nadia/com.apple.screensaver': person },
          });
          const held = { ...computer, ...person };
          const found = await judgeAll(mac);
          const starts = held.idleTime ?? idle;
          const dark = [battery, mains].map((of) => earlier(starts, of * 60));
          const isDark = dark.every((seconds) => seconds > 0);
          const wait = held.askForPasswordDelay ?? delay;
          const asks =
            held.askForPassword === false ? false : wait < NEVER && (held.askForPassword === true || delay >= 0);
          // A profile asks, without a time, and the system says that it does not: open.
          if (held.askForPassword === true && held.askForPasswordDelay === undefined && delay < 0) {
            expect(found.ScreenSaverPasswordProtected).toBe('unknown');
            return;
          }
          expect(found.ScreenSaverState).toBe(isDark ? 'passed' : 'failed');
          expect(found.ScreenSaverPasswordProtected).toBe(asks && wait <= 5 ? 'passed' : 'failed');
          const locks = Math.max(...dark) + (asks ? wait : 0);
          expect(found.ScreenSaverTimeout).toBe(
            isDark && locks <= 900 + (wait <= 5 && asks ? wait : 0) ? 'passed' : 'failed',
          );
        },
      ),
      { numRuns: propertyRuns(300) },
    );
  });

  /** The earlier of two times, of which 0 is never. */
  function earlier(left: number, right: number): number {
    if (left === 0) return right;
    return right === 0 ? left : Math.min(left, right);
  }
});
