import type { CheckFix, CommandResult, Outcome } from '@vestibule/checks';
import { type FixAction, say } from '@vestibule/contracts';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { RememberedFix } from '../state/fix-history.ts';
import { type LocalSystem, openLocalSystem } from '../system/local-system.ts';
import { applyFix, isPrepared, type PreparedFix, prepareFix, refusal } from './apply-fixes.ts';
import { type Elevate, elevateWith } from './elevation.ts';
import { type FixProgress, runFixes } from './run-fixes.ts';

const NOW = new Date('2026-11-21T08:00:00Z');
const screenSaver: FixAction = { fixActionType: 'ScreenSaverTimeout', parameters: { seconds: 300 } };

/** A computer whose screen saver starts after `idleSeconds`; its fix sets what it is asked, if it works. */
function computer(
  options: {
    works?: boolean;
    sets?: number;
    needsElevation?: boolean;
    managed?: boolean;
    isElevated?: boolean;
    takesEffectLater?: true;
  } = {},
) {
  const { works = true, sets, needsElevation = false, managed = false, isElevated = false } = options;
  let idleSeconds = 900;
  const system: LocalSystem = {
    ...openLocalSystem({ rootFolder: '/nowhere', environment: {}, now: () => NOW }),
    isElevated,
  };
  const fix: CheckFix = {
    type: 'ScreenSaverTimeout',
    operatingSystem: system.operatingSystem,
    needsElevation,
    ...(options.takesEffectLater === undefined ? {} : { takesEffectLater: true }),
    parameters: z.object({ seconds: z.int().check(z.minimum(60)) }),
    apply: async (_, parameters) => {
      if (works) idleSeconds = sets ?? z.object({ seconds: z.number() }).parse(parameters).seconds;
      return { ok: true, value: { undo: say('To take it back, run: {commands}', { commands: 'x' }) } };
    },
  };
  const facts = {
    collect: async () => ({
      screenLock: {
        source: 'test',
        readAt: NOW.toISOString(),
        managed,
        value: { desktop: 'GNOME', idleSeconds, asksPassword: true, graceSeconds: 0, managedSettings: [] },
      },
    }),
    important: () => '',
    watched: () => new Map<string, readonly string[]>(),
  };
  return { system, facts, fixes: [fix] };
}

function run(machine: ReturnType<typeof computer>, actions: readonly FixAction[], elevate: Elevate = neverElevate) {
  const progress: FixProgress[] = [];
  const remembered: RememberedFix[] = [];
  const outcomes = runFixes(actions, {
    ...machine,
    elevate,
    onProgress: (one) => progress.push(one),
    remember: async (fixes) => void remembered.push(...fixes),
  });
  return outcomes.then((found) => ({ outcomes: found, progress, remembered }));
}

const neverElevate: Elevate = () => Promise.reject(new Error('Nothing needs an administrator here.'));

describe('a fix counts only when the check, read again, passes', () => {
  test('[S1.014] a fix that works is fixed, and says how to take it back', async () => {
    const { outcomes, progress } = await run(computer(), [screenSaver]);
    expect(outcomes).toEqual([
      { fixActionType: 'ScreenSaverTimeout', outcome: 'fixed', undo: 'To take it back, run: x' },
    ]);
    expect(progress.map(({ share }) => share)).toEqual([0, 0.6, 1]);
  });

  test('a tool that reports success and changes nothing is not fixed', async () => {
    const { outcomes } = await run(computer({ works: false }), [screenSaver]);
    expect(outcomes).toMatchObject([{ outcome: 'not-fixed', undo: 'To take it back, run: x' }]);
  });

  test('what was changed and what was not is told apart', async () => {
    const details = await Promise.all(
      [computer({ works: false }), computer({ sets: 800 }), computer({ works: false, takesEffectLater: true })].map(
        async (machine) => {
          const [outcome] = (await run(machine, [screenSaver])).outcomes;
          return outcome?.outcome === 'not-fixed' ? outcome.detail : outcome;
        },
      ),
    );
    expect(details).toEqual([
      'The check reads the same as before, so nothing was changed that counts.',
      'The change was made, but the check does not pass yet.',
      'The change was made, but the check does not pass yet.',
    ]);
  });

  test('what the company manages is left alone', async () => {
    const { outcomes } = await run(computer({ managed: true }), [screenSaver]);
    expect(outcomes).toMatchObject([{ outcome: 'managed' }]);
  });

  test.each([
    ['a value that the setting does not take', { ...screenSaver, parameters: { seconds: 'now; reboot' } }],
    ['a fix that this system has not', { fixActionType: 'DeviceEncrypted' }],
  ] as const)('%s is not possible', async (_, action) => {
    expect((await run(computer(), [action])).outcomes).toMatchObject([{ outcome: 'not-possible' }]);
  });
});

describe('what was changed is written down', () => {
  test('at once, before the check is read, and again with what the check said', async () => {
    const { remembered } = await run(computer(), [screenSaver]);
    const note = { at: NOW.toISOString(), check: 'ScreenSaverTimeout', undo: 'To take it back, run: x' };
    expect(remembered).toMatchObject([
      { ...note, outcome: 'changed' },
      { ...note, outcome: 'fixed' },
    ]);
    expect(new Set(remembered.map(({ id }) => id)).size).toBe(1);
  });

  test('a change that did not help can be taken back as well', async () => {
    const { remembered } = await run(computer({ works: false }), [screenSaver]);
    expect(remembered.at(-1)).toMatchObject({ outcome: 'not-fixed', undo: 'To take it back, run: x' });
  });

  test('an attempt that failed is, without a way back', async () => {
    const elevate: Elevate = async (fixes) => fixes.map(({ action }) => refusal(action, 'not-fixed', 'No answer.'));
    const { remembered } = await run(computer({ needsElevation: true }), [screenSaver], elevate);
    expect(remembered).toMatchObject([{ outcome: 'not-fixed' }]);
    expect(remembered[0]).not.toHaveProperty('undo');
  });

  test('each of a batch behind one prompt is, and what no one began is not', async () => {
    const machine = computer({ needsElevation: true });
    const made: Elevate = (fixes) => Promise.all(fixes.map((fix) => applyFix(fix, machine.system)));
    const { remembered } = await run(machine, [screenSaver, screenSaver], made);
    expect(remembered.map(({ outcome }) => outcome)).toEqual(['changed', 'changed', 'fixed', 'fixed']);
    const closed: Elevate = async (fixes) => fixes.map(({ action }) => refusal(action, 'cancelled', 'Closed.'));
    expect((await run(machine, [screenSaver], closed)).remembered).toEqual([]);
    expect((await run(computer({ managed: true }), [screenSaver])).remembered).toEqual([]);
  });
});

describe('an administrator is asked for once for a batch', () => {
  test('fixes that need one go to the prompt together', async () => {
    const machine = computer({ needsElevation: true });
    const asked: number[] = [];
    const elevate: Elevate = async (fixes) => {
      asked.push(fixes.length);
      return Promise.all(fixes.map((fix) => applyFix(fix, machine.system)));
    };
    const { outcomes } = await run(machine, [screenSaver, screenSaver], elevate);
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['fixed', 'fixed']);
    expect(asked).toEqual([2]);
  });

  test('an administrator is not asked for again', async () => {
    const { outcomes } = await run(computer({ needsElevation: true, isElevated: true }), [screenSaver]);
    expect(outcomes).toMatchObject([{ outcome: 'fixed' }]);
  });

  const prompt = (result: Outcome<CommandResult>) => {
    const machine = computer();
    const prepared = prepareFix(screenSaver, machine.system, machine.fixes);
    if (!isPrepared(prepared)) throw new Error('The fix is there.');
    const system: LocalSystem = { ...machine.system, run: async () => result };
    return { system, fixes: [prepared] satisfies PreparedFix[] };
  };
  const program = { code: '/opt/workplace/workplace.mjs', launcher: '/opt/workplace/workplace' };
  const ended = (code: number, stdout = ''): Outcome<CommandResult> => ({
    ok: true,
    value: { code, stdout, stderr: '' },
  });

  test('a program that anyone may change gets no administrator', async () => {
    const { system, fixes } = prompt(ended(0));
    const outcomes = await elevateWith(program, () => false)(fixes, system);
    expect(outcomes).toMatchObject([{ result: { ok: false, outcome: 'not-possible' } }]);
  });

  test.each([
    ['the person closes the prompt', ended(126), 'cancelled'],
    ['the system refuses', ended(127), 'refused'],
    ['there is no prompt', { ok: false, reason: 'tool-missing', detail: '' } as const, 'not-possible'],
    ['no one answers', { ok: false, reason: 'timed-out', detail: '' } as const, 'not-fixed'],
    ['the answer is none', ended(1, 'Segmentation fault'), 'not-fixed'],
  ])('when %s, the outcome is told apart', async (_, result, outcome) => {
    const { system, fixes } = prompt(result);
    expect(await elevateWith(program, () => true)(fixes, system)).toMatchObject([{ result: { outcome } }]);
  });
});

describe('a fix that only opens the settings', () => {
  const opening = (options: Parameters<typeof computer>[0] = {}) => {
    const machine = computer({ needsElevation: true, ...options });
    const fixes = machine.fixes.map(
      (fix): CheckFix => ({
        ...fix,
        onlyOpens: () => true,
        apply: async (system, parameters) => {
          await fix.apply(system, parameters);
          return { ok: true, value: { opened: 'macos-filevault' } };
        },
      }),
    );
    return { ...machine, fixes };
  };

  test.each([false, true])(
    '[S4.051] is never called fixed, asks no administrator and is not remembered; the check passes: %s',
    async (works) => {
      const { outcomes, progress, remembered } = await run(opening({ works }), [screenSaver]);
      expect(outcomes).toEqual([{ fixActionType: 'ScreenSaverTimeout', outcome: 'opened' }]);
      expect(progress.at(-1)?.text).toBe('It goes on in the settings of this computer.');
      expect(remembered).toEqual([]);
    },
  );
});
