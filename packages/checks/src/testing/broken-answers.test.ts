import fc from 'fast-check';
import { expect, test } from 'vitest';
import { propertyRuns } from '@vestibule/testing';
import type { CheckType } from '@vestibule/contracts';
import { createMacOf, type MacState } from './macos/computers.ts';
import { judgeAll, type Verdicts } from './state.ts';
import { MACOS_STATES } from './states-macos.ts';
import { WINDOWS_STATES } from './states-windows.ts';
import { createWindowsOf, type WindowsState } from './windows/computers.ts';

/** Each character in two bytes, as a tool that writes UTF-16 reaches a reader of UTF-8. */
function inUtf16(text: string): string {
  return `\uFFFD\uFFFD${Array.from(text).join('\0')}\0`;
}

const REFUSALS = [
  'Zugriff verweigert',
  'アクセスが拒否されました。',
  'Accès refusé.',
  'Operation not permitted',
  '',
] as const;

/** Checks that pass now and did not while the answer was whole. */
function gained(before: Verdicts, after: Verdicts): readonly string[] {
  return Object.keys(after).filter(
    (type) => after[type as CheckType] === 'passed' && before[type as CheckType] !== 'passed',
  );
}

test('no state of Windows passes more when its document is cut, in UTF-16 or a refusal', async () => {
  const breaking = fc.oneof(
    fc
      .double({ min: 0, max: 1, noNaN: true })
      .map((share) => (text: string) => text.slice(0, Math.floor(text.length * share))),
    fc.constant(inUtf16),
    fc.constantFrom(...REFUSALS).map((words) => () => words),
  );
  const states = WINDOWS_STATES.filter(({ arrives }) => arrives === undefined);
  await fc.assert(
    fc.asyncProperty(fc.constantFrom<WindowsState>(...states), breaking, async (state, arrives) => {
      const whole = await judgeAll(createWindowsOf(state));
      const broken = await judgeAll(createWindowsOf({ ...state, arrives }));
      expect(gained(whole, broken)).toEqual([]);
    }),
    { numRuns: propertyRuns(1000) },
  );
});

test('no state of macOS passes more when a tool answers in UTF-16, in other words, half or not at all', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom<MacState>(...MACOS_STATES),
      fc.nat(20),
      fc.constantFrom('utf-16', 'refused', 'half', 'missing', 'slow'),
      fc.constantFrom(...REFUSALS),
      async (state, at, how, words) => {
        const system = createMacOf(state);
        const whole = await judgeAll(system);
        const tools = [...new Set(system.ran.map((line) => line.split(' ')[0]))].filter((tool) => tool !== 'stat');
        const tool = tools[at % tools.length];
        const broken = await judgeAll({
          ...system,
          run: async (command) => {
            if (command.tool !== tool) return system.run(command);
            if (how === 'missing') return { ok: false, reason: 'tool-missing', detail: command.tool };
            if (how === 'slow') return { ok: false, reason: 'timed-out', detail: '' };
            if (how === 'refused') return { ok: true, value: { code: 1, stdout: words, stderr: words } };
            const answer = await system.run(command);
            if (!answer.ok) return answer;
            const mangle = how === 'half' ? half : inUtf16;
            const { code, stdout, stderr } = answer.value;
            return { ok: true, value: { code, stdout: mangle(stdout), stderr: mangle(stderr) } };
          },
        });
        expect([tool, how, gained(whole, broken)]).toEqual([tool, how, []]);
      },
    ),
    { numRuns: propertyRuns(1000) },
  );
});

/** Cut within a line: what ends with one may be the whole answer of another Mac. */
function half(text: string): string {
  return text.slice(0, Math.floor(text.length / 2)).replace(/\n$/, '');
}
