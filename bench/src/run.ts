import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { measureClientCheck } from './client-time.ts';
import { measureFirstLoad } from './first-load.ts';
import { measureFixToUnblocked, measureOpenToShown } from './gate-latency.ts';
import type { Figure } from './statistics.ts';

const resultsFolder = join(import.meta.dirname, '../results');

function describeMachine(): string {
  const [first] = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${cpus().length} × ${first?.model.trim() ?? 'unknown processor'}, ${memory} GiB, ${process.platform} ${process.arch}, Node ${process.version}`;
}

/** Measures every figure and writes `bench/results/gate.json` and a table beside it. */
export async function runBenchmarks(tell: (line: string) => void): Promise<void> {
  const figures: Figure[] = [];
  const measure = async (measuring: Promise<Figure>) => {
    const figure = await measuring;
    figures.push(figure);
    tell(
      `${figure.name}: median ${figure.median} ${figure.unit}, p95 ${figure.p95} ${figure.unit} (${figure.runs} runs)`,
    );
  };
  await measure(measureFirstLoad());
  await measure(measureClientCheck(20));
  await measure(measureOpenToShown(20));
  await measure(measureFixToUnblocked(20));
  const machine = describeMachine();
  await mkdir(resultsFolder, { recursive: true });
  await writeFile(join(resultsFolder, 'gate.json'), `${JSON.stringify({ machine, figures }, null, 2)}\n`);
  await writeFile(join(resultsFolder, 'gate.md'), table(machine, figures));
}

function table(machine: string, figures: readonly Figure[]): string {
  const rows = figures.map(
    ({ name, unit, goal, runs, median, p95 }) =>
      `| ${name} | ${median} ${unit} | ${p95} ${unit} | ${goal} ${unit} | ${runs} |`,
  );
  return [
    '# Figures of the gate',
    '',
    `Machine: ${machine}. \`npm run bench\`.`,
    '',
    '| Figure | Median | p95 | Goal | Runs |',
    '|---|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}
