import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { runProgram } from '../gates/gate.ts';
import { descendantsOf } from './descendants.ts';
import { countPrinted, ENDED_FILE } from './printed.ts';
import { lateStep, type StepResult, skippedStep, tallyOf, type VitestCounts } from './tally.ts';

const root = join(import.meta.dirname, '../..');
const VITEST = join(root, 'node_modules/vitest/vitest.mjs');
/** How long vitest has to end once it is told to. */
const LAST_MS = 20_000;

/** Who is told what happens during a step. */
export interface Watcher {
  readonly tell: (line: string) => void;
  readonly count: (files: number) => void;
}

/** What the options of the command leave of a step. */
export interface Limits {
  /** A commit: only the tests that import what differs from it; there may be none. */
  readonly since: string | undefined;
  readonly end: { readonly minutes: number; readonly signal: AbortSignal } | undefined;
}

/**
 * Runs one project of `vitest.config.ts`, or with a `*` at the end those that begin so. Their results stay in
 * `.test-results/<project>.json`.
 * @param watcher `tell` hears each file that ends, and what a test prints after "Skipped: " or "Progress: "; `count` hears how
 *   many files have ended so far
 */
export async function runVitest(
  project: string,
  environment: NodeJS.ProcessEnv,
  { tell, count }: Watcher,
  { since, end }: Limits,
): Promise<StepResult> {
  if (end?.signal.aborted === true) return lateStep(end.minutes);
  const results = `.test-results/${project.replace('*', '')}.json`;
  rmSync(join(root, results), { force: true });
  const args = ['run', '--project', project, '--reporter=default', '--reporter=json', `--outputFile.json=${results}`];
  if (since !== undefined) args.push('--changed', since, '--passWithNoTests');
  if (end !== undefined) args.push('--reporter=./scripts/test/reasons-reporter.ts');
  const child = spawn(process.execPath, [VITEST, ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NO_COLOR: '1', ...environment },
  });
  let output = '';
  let rest = '';
  let files = 0;
  const read = (chunk: string) => {
    output += chunk;
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (ENDED_FILE.test(line)) count(++files);
      if (/^ [✓❯×↓] |^(Skipped|Progress): /.test(line)) tell(line.replace(/\|[a-z-]+\| /, '').trim());
    }
  };
  child.stdout.setEncoding('utf8').on('data', read);
  child.stderr.setEncoding('utf8').on('data', read);
  let isStopped = false;
  let started: number[] = [];
  const stop = () => {
    started = descendantsOf(Number(child.pid));
    isStopped = child.kill();
    setTimeout(() => child.kill('SIGKILL'), LAST_MS).unref();
  };
  end?.signal.addEventListener('abort', stop);
  const exitCode = await new Promise<number>((resolve) => {
    child.once('close', (code) => resolve(code ?? 1));
  });
  end?.signal.removeEventListener('abort', stop);
  for (const pid of started) endIfThere(pid);
  if (end !== undefined && isStopped) return countStopped(project, output, end.minutes);
  const counts = readCounts(join(root, results));
  if (since !== undefined && exitCode === 0 && (counts === null || counts.testResults.length === 0))
    return skippedStep('no test imports what changed');
  const tally = tallyOf(counts, exitCode);
  return { ...tally, output: tally.failed === 0 ? '' : failuresIn(output) };
}

/** Browsers and servers of tests outlive a vitest that is stopped. */
function endIfThere(pid: number): void {
  try {
    process.kill(pid);
  } catch {
    // It has ended.
  }
}

/** What had run when it was stopped, and the files of the project that had not. */
async function countStopped(project: string, output: string, minutes: number): Promise<StepResult> {
  const { files, ...counted } = countPrinted(output);
  if (files.length === 0) return lateStep(minutes);
  const list = await runProgram(process.execPath, [VITEST, 'list', '--filesOnly', '--project', project], root);
  const listed = Array.from(list.stdout.matchAll(/^\[[a-z-]+\] (.+)$/gm), ([, file = '']) => file);
  const left = list.code === 0 ? listed.filter((file) => !files.includes(file)) : ['files that could not be listed'];
  return left.length === 0 ? counted : { ...counted, cut: { minutes, ended: files.length, left } };
}

function readCounts(file: string): VitestCounts | null {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as VitestCounts) : null;
}

/** The part of vitest's output that explains, without the list of files before it. */
function failuresIn(output: string): string {
  const start = output.indexOf('⎯⎯');
  return (start === -1 ? output : output.slice(start)).trim();
}
