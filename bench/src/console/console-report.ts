import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Figure } from '../statistics.ts';
import { LARGE, measureLists, measurePages, startLargeGate } from './measure-console.ts';

const resultsFolder = join(import.meta.dirname, '../../results');

/** Measures the console of a large company, says what it found, and writes `bench/results/console.md`. */
export async function writeConsole(machine: string, load: number, tell: (line: string) => void): Promise<void> {
  const gate = await startLargeGate();
  const figures: Figure[] = [];
  try {
    figures.push(...(await measureLists(gate, 20)), ...(await measurePages(gate)));
  } finally {
    await gate.stop();
  }
  const rows = figures.map(({ name, unit, goal, isMet, runs, median, p95 }) => {
    const met = isMet ? 'yes' : 'no';
    tell(`${isMet ? '✓' : '✗'} ${name}: median ${median} ${unit}, p95 ${p95} ${unit} (${runs} runs), ${goal}`);
    return `| ${name} | ${median} ${unit} | ${p95} ${unit} | ${runs} | ${goal} | ${met} |`;
  });
  const { people, devices, signIns, auditEntries } = LARGE;
  const lines = [
    '# The console of a large company',
    '',
    `Machine: ${machine}, with server, PostgreSQL and browser on it, a load of ${load.toFixed(1)} before. \`npm run bench -- console\`.`,
    `${devices} computers, ${people} people, ${signIns} sign-ins and ${auditEntries} audit entries, filled in by \`npm run console:seed\`'s own code.`,
    'Lists are asked for over HTTP, one question after the other; interactions are typing in the search and paging, in Chromium.',
    '',
    '| | Median | p95 | Runs | Goal | Met |',
    '|---|---|---|---|---|---|',
    ...rows,
    '',
  ];
  await mkdir(resultsFolder, { recursive: true });
  await writeFile(join(resultsFolder, 'console.md'), lines.join('\n'));
}
