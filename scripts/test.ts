import { spawnSync } from 'node:child_process';
import { shareCompiled } from './share-compiled.ts';
import { readTestOptions, type TestOptions, testHelp } from './test/options.ts';
import type { Limits, Watcher } from './test/run-vitest.ts';
import { STEPS, type Step } from './test/steps.ts';
import { lateStep, type StepResult, single, sum } from './test/tally.ts';

const MS_PER_SECOND = 1000;
const MS_PER_MINUTE = 60 * MS_PER_SECOND;
/** Where no terminal counts the seconds, a line this often shows that a step goes on. */
const SIGN_OF_LIFE_MS = 30 * MS_PER_SECOND;
const NAME_WIDTH = 12;
const say = (line = '') => process.stdout.write(`${line}\n`);

/** @returns whether everything passed */
async function runAll(steps: readonly Step[], limits: Limits): Promise<boolean> {
  const results: { readonly step: Step; readonly result: StepResult }[] = [];
  for (const step of steps) results.push({ step, result: await runStep(step, limits) });
  for (const { step, result } of results.filter((entry) => entry.result.failed > 0)) {
    say(`\n──── ${step.name} ────\n`);
    say(result.output);
  }
  if (results.some((entry) => entry.result.cut !== undefined)) say('\nNot run when the minutes were over:');
  for (const { step, result } of results)
    for (const line of result.cut?.left ?? []) say(`  ${step.name.padEnd(NAME_WIDTH)} ${line}`);
  const { passed, failed, skipped } = sum(results.map((entry) => entry.result));
  if (skipped > 0) say(`\n${skipped} skipped`);
  say(`\n${passed} passed, ${failed} failed`);
  return failed === 0;
}

async function runStep(step: Step, limits: Limits): Promise<StepResult> {
  const start = Date.now();
  const isTerminal = process.stdout.isTTY;
  const label = step.name.padEnd(NAME_WIDTH);
  const seconds = () => `${Math.round((Date.now() - start) / MS_PER_SECOND)} s`;
  const clear = () => (isTerminal ? process.stdout.write('\r\u001B[K') : true);
  let files = 0;
  const progress = () => `… ${label} ${files === 0 ? '' : `${files} files, `}${seconds()}`;
  const timer = isTerminal
    ? setInterval(() => process.stdout.write(`\r\u001B[K${progress()}`), MS_PER_SECOND)
    : setInterval(() => say(progress()), SIGN_OF_LIFE_MS);
  const watcher: Watcher = {
    tell: (line) => {
      clear();
      say(`    ${line}`);
    },
    count: (ended) => {
      files = ended;
    },
  };
  const { end } = limits;
  const running = end?.signal.aborted === true ? Promise.resolve(lateStep(end.minutes)) : step.run(watcher, limits);
  const result = await running.catch((error: unknown) =>
    single(false, error instanceof Error ? (error.stack ?? error.message) : String(error)),
  );
  clearInterval(timer);
  clear();
  say(`${result.failed > 0 ? '✗' : '✓'} ${label} ${describe(result).padEnd(28)} ${seconds()}`);
  return result;
}

function describe({ passed, failed, skipped, skipReason, cut }: StepResult): string {
  if (skipReason !== undefined) return `skipped: ${skipReason}`;
  const counts = [
    `${passed} passed`,
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
    ...(cut === undefined ? [] : [`stopped after ${cut.minutes} minutes: ${cut.ended} files ended, others not run`]),
  ];
  return counts.join(', ');
}

function chosen({ only, isFull, isChanged }: TestOptions): Step[] {
  if (isChanged) return STEPS.filter((step) => step.isQuick === true);
  if (only.length === 0) return STEPS.filter((step) => isFull || step.isFull !== true);
  return STEPS.filter((step) => only.includes(step.name) || (step.group !== undefined && only.includes(step.group)));
}

/** @returns the commit where this work left origin/main; without such a branch the newest commit */
function findBase(): string {
  const { status, stdout } = spawnSync('git', ['merge-base', 'HEAD', 'origin/main'], { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : 'HEAD';
}

const names = [...new Set(STEPS.flatMap(({ name, group }) => (group === undefined ? [name] : [group, name])))];
const read = readTestOptions(process.argv.slice(2), names);
if (read.kind === 'help') {
  say(testHelp(names));
} else if (read.kind === 'wrong') {
  process.stderr.write(`${read.sentence}\n`);
  process.exitCode = 1;
} else {
  if (read.options.isFull) process.env['VESTIBULE_THOROUGH'] = '1';
  shareCompiled();
  const { isChanged, minutes } = read.options;
  const end = minutes === undefined ? undefined : { minutes, signal: AbortSignal.timeout(minutes * MS_PER_MINUTE) };
  process.exitCode = (await runAll(chosen(read.options), { since: isChanged ? findBase() : undefined, end })) ? 0 : 1;
}
