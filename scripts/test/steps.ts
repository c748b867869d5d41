import { globSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { checkContractGaps, CONTRACT_GAPS_FILE } from '../../tools/spec-coverage/contract-gaps.ts';
import { type CoverageResult, updateCoverage } from '../../tools/spec-coverage/coverage.ts';
import { provideBrowser, providePrograms } from '../browser/provide.ts';
import { type Gate, printedBy, runProgram } from '../gates/gate.ts';
import { BUILD_GATES, SOURCE_GATES } from '../gates/gates.ts';
import { isDisposable, NOT_DISPOSABLE } from './disposable.ts';
import { type Limits, runVitest, type Watcher } from './run-vitest.ts';
import { type StepResult, single, skippedStep } from './tally.ts';

const root = join(import.meta.dirname, '../..');

export interface Step {
  readonly name: string;
  /** Another name for `--only` that several steps share. */
  readonly group?: string;
  /** Only with `--full`, or when asked for by name. */
  readonly isFull?: boolean;
  /** With `--changed` as well. */
  readonly isQuick?: boolean;
  /**
   * @param watcher told what happens meanwhile
   * @param limits what the options of the command leave of it
   */
  readonly run: (watcher: Watcher, limits: Limits) => Promise<StepResult>;
}

const gateStep = (name: string, gate: Gate, isQuick: boolean): Step => ({
  name: name.replaceAll(' ', '-'),
  group: 'gates',
  isQuick,
  run: async () => {
    const { ok, output } = await gate(root);
    return single(ok, output);
  },
});

const buildStep: Step = {
  name: 'build',
  run: async () => {
    const run = await runProgram(process.execPath, ['scripts/build.ts'], root);
    return single(run.code === 0, printedBy(run));
  },
};

const unitStep: Step = {
  name: 'unit',
  isQuick: true,
  run: async (watcher, limits) => {
    const { tell } = watcher;
    const missing = await providePrograms(tell);
    if (missing.length > 0) tell(`${missing.join(' and ')} is not installed here: the tests that want it are skipped.`);
    rmSync(join(root, CONTRACT_GAPS_FILE), { force: true });
    return runVitest('unit', { VESTIBULE_CONTRACT_GAPS: 'write' }, tellFailures(watcher), limits);
  },
};

const pagesStep: Step = {
  name: 'pages',
  isQuick: true,
  run: (watcher, limits) => runVitest('pages', {}, tellFailures(watcher), limits),
};

/** Whole installations are set up, saved and brought back: more than a change has to wait for. */
const slowStep: Step = {
  name: 'slow',
  isFull: true,
  run: async (watcher, limits) => {
    const { tell } = watcher;
    const missing = await providePrograms(tell, true);
    if (missing.length > 0) tell(`${missing.join(' and ')} is not installed here: the tests that want it are skipped.`);
    return runVitest('slow', {}, tellFailures(watcher), limits);
  },
};

/** What `unit` has run on PostgreSQL, on the embedded database. */
const embeddedStep: Step = {
  name: 'embedded',
  isFull: true,
  run: (watcher, limits) => runVitest('embedded', {}, tellFailures(watcher), limits),
};

/** A hundred files that passed are no news. */
function tellFailures({ tell, count }: Watcher): Watcher {
  return { tell: (line) => line.startsWith('✓') || tell(line), count };
}

const inBrowser =
  (project: string): Step['run'] =>
  async (watcher, limits) => {
    const browser = await provideBrowser(watcher.tell);
    if (!browser.ok) return single(false, browser.reason);
    return runVitest(project, { VESTIBULE_BROWSER: browser.value.executable }, watcher, limits);
  };

const browserStep: Step = { name: 'browser', run: inBrowser('browser') };

/** Sign-ins along ways that lean on those of `browser`. */
const journeysStep: Step = { name: 'journeys', isFull: true, run: inBrowser('journeys') };

/** What the tests cover is compared on Linux: elsewhere some of them skip. */
const coverageStep = (name: string, check: () => CoverageResult): Step => ({
  name,
  group: 'coverage',
  run: async () => {
    if (process.platform !== 'linux') return skippedStep('compared on Linux, where every test runs');
    const { ok, message } = check();
    return single(ok, message);
  },
});

const systemStep: Step = {
  name: 'system',
  isFull: true,
  run: async (watcher, limits) => {
    const { tell } = watcher;
    const exclude = ['**/node_modules/**', 'dist/**'];
    if (globSync('**/*.system.test.ts', { cwd: root, exclude }).length === 0)
      return skippedStep('there are no system tests yet');
    if (process.getuid?.() !== 0) return skippedStep('system tests install packages: they run as root');
    if (!isDisposable()) return skippedStep(NOT_DISPOSABLE);
    const missing = await providePrograms(tell, true);
    if (missing.length > 0) tell(`${missing.join(' and ')} is not installed here: the tests that want it are skipped.`);
    const browser = await provideBrowser(tell);
    if (!browser.ok) return single(false, browser.reason);
    // Root's own programs are not in everybody's path.
    const PATH = `${process.env['PATH'] ?? ''}:/usr/sbin:/sbin`;
    return runVitest('system*', { VESTIBULE_BROWSER: browser.value.executable, PATH }, watcher, limits);
  },
};

/** Every state of the galleries, compared with the pictures that are kept of it and read with axe. */
const screensStep: Step = {
  name: 'screens',
  isFull: true,
  run: async ({ tell }) => {
    // In a process of its own: Vite sets the environment for what it builds.
    const run = await runProgram(process.execPath, ['scripts/pictures.ts'], root);
    for (const line of run.stdout.split('\n').filter((printed) => printed.includes('not compared'))) tell(line);
    return single(run.code === 0, printedBy(run));
  },
};

/** All steps in the order they run. */
export const STEPS: readonly Step[] = [
  ...Object.entries(SOURCE_GATES).map(([name, gate]) => gateStep(name, gate, true)),
  buildStep,
  ...Object.entries(BUILD_GATES).map(([name, gate]) => gateStep(name, gate, false)),
  unitStep,
  pagesStep,
  browserStep,
  coverageStep('contract', () => checkContractGaps(root)),
  coverageStep('statements', () => updateCoverage(root, 'check')),
  slowStep,
  embeddedStep,
  journeysStep,
  screensStep,
  systemStep,
];
