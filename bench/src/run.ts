import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { auditPages } from './audits.ts';
import { measureFirstLoad, measureRouteCode } from './built-scripts.ts';
import { measureClientStart, measureExtensionPackage, measureIdleClient } from './client-cost.ts';
import { measureClientCheck } from './client-time.ts';
import { measureRoundTrip, measureWorkerMemory } from './extension-cost.ts';
import { measureFixToUnblocked, measureOpenToShown } from './gate-latency.ts';
import { measureInstalledClient, measurePackages } from './installed-client.ts';
import { measureFirstTitle, measureLayoutShift, measureLongestTask } from './page-quality.ts';
import type { Figure } from './statistics.ts';

const resultsFolder = join(import.meta.dirname, '../results');

export function describeMachine(): string {
  const [first] = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${cpus().length} × ${first?.model.trim() ?? 'unknown processor'}, ${memory} GiB, ${process.platform} ${process.arch}, Node ${process.version}`;
}

type Measurement = () => Promise<Figure | readonly Figure[]>;

/** By the name that the command takes. */
export const MEASUREMENTS: Readonly<Record<string, Measurement>> = {
  'first-load': measureFirstLoad,
  'route-code': measureRouteCode,
  client: () => measureClientCheck(20),
  'client-start': () => measureClientStart(20),
  'client-idle': () => measureIdleClient(30, 20),
  'client-installed': () => measureInstalledClient(20),
  packages: measurePackages,
  'round-trip': () => measureRoundTrip(200),
  'worker-memory': measureWorkerMemory,
  'extension-package': measureExtensionPackage,
  'open-to-shown': () => measureOpenToShown(20),
  'fix-to-unblocked': () => measureFixToUnblocked(20),
  'first-title': () => measureFirstTitle(7),
  'layout-shift': () => measureLayoutShift(5),
  'longest-task': () => measureLongestTask(3),
  lighthouse: () => auditPages(3),
};

/** A measurement that gave no figure, by the name that the command takes. */
export interface Missing {
  readonly name: string;
  readonly reason: string;
}

export interface Measured {
  readonly figures: readonly Figure[];
  readonly missing: readonly Missing[];
}

/**
 * Measures and says each figure; what cannot be measured is named and does not take the others along. After all of them
 * `bench/results/gate.json` and a table next to it are written again.
 * @param names of measurements; none is all
 */
export async function runBenchmarks(names: readonly string[], tell: (line: string) => void): Promise<Measured> {
  const figures: Figure[] = [];
  const missing: Missing[] = [];
  for (const [name, measure] of Object.entries(MEASUREMENTS)) {
    if (names.length > 0 && !names.includes(name)) continue;
    try {
      const measured = [await measure()].flat();
      for (const figure of measured) tell(describe(figure));
      figures.push(...measured);
    } catch (error) {
      const reason = (error instanceof Error ? error.message : String(error)).replaceAll(/\s+/g, ' ');
      tell(`✗ ${name}: not measured. ${reason}`);
      missing.push({ name, reason });
    }
  }
  if (names.length === 0) await write({ figures, missing });
  return { figures, missing };
}

function describe({ name, unit, goal, isMet, median, p95, runs }: Figure): string {
  const series = runs === 1 ? `${median} ${unit}` : `median ${median} ${unit}, p95 ${p95} ${unit} (${runs} runs)`;
  return `${isMet ? '✓' : '✗'} ${name}: ${series}; goal: ${goal}`;
}

async function write({ figures, missing }: Measured): Promise<void> {
  const machine = describeMachine();
  await mkdir(resultsFolder, { recursive: true });
  await writeFile(join(resultsFolder, 'gate.json'), `${JSON.stringify({ machine, figures, missing }, null, 2)}\n`);
  await writeFile(join(resultsFolder, 'gate.md'), table(machine, { figures, missing }));
}

function table(machine: string, { figures, missing }: Measured): string {
  const rows = figures.map(
    ({ name, unit, goal, isMet, runs, median, p95 }) =>
      `| ${name} | ${median} ${unit} | ${p95} ${unit} | ${goal} | ${isMet ? 'met' : '**missed**'} | ${runs} |`,
  );
  return [
    '# Figures of the gate',
    '',
    `Machine: ${machine}. \`npm run bench\`.`,
    '',
    '| Figure | Median | p95 | Goal | | Runs |',
    '|---|---|---|---|---|---|',
    ...rows,
    ...missing.map(({ name, reason }) => `| ${name} | | | | **not measured**: ${reason.replaceAll('|', '/')} | |`),
    '',
  ].join('\n');
}
