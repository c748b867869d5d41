import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Figure, percentile } from '../statistics.ts';
import type { Interaction } from './interactions.ts';
import { LARGE, measureLists, startLargeGate } from './measure-console.ts';
import { measureLive } from './measure-live.ts';
import { measurePages } from './measure-pages.ts';

/** So many of the interactions are named. */
const SLOWEST = 12;
const resultsFolder = join(import.meta.dirname, '../../results');

/** Measures the console of a large company, says what it found, and writes `bench/results/console.md`. */
export async function writeConsole(machine: string, load: number, tell: (line: string) => void): Promise<void> {
  const gate = await startLargeGate();
  const figures: Figure[] = [];
  const interactions: Interaction[] = [];
  try {
    figures.push(...(await measureLists(gate, 20)));
    const pages = await measurePages(gate);
    interactions.push(...pages.interactions);
    figures.push(...pages.figures, ...(await measureLive(gate)));
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
    'Lists are asked for over HTTP, one question after the other. Interactions are typing in the search, scrolling and turning to the next page, in Chromium. Live: the page stands open at the speed of this machine, while people sign in.',
    '',
    '| | Median | p95 | Runs | Goal | Met |',
    '|---|---|---|---|---|---|',
    ...rows,
    '',
    '## Interactions, four times slower',
    '',
    '| Page and act | Median | Slowest | How many |',
    '|---|---|---|---|',
    ...byAct(interactions),
    '',
    `## The ${SLOWEST} slowest of them`,
    '',
    'Scripts, and styles and layout, are those of the long frames meanwhile; the rest waited for the processor or was painting.',
    '',
    '| Page and act | Event | Until painted | Scripts | Styles and layout |',
    '|---|---|---|---|---|',
    ...interactions
      .slice(0, SLOWEST)
      .map(
        ({ page, event, ms, scripts, layout }) =>
          `| ${page} | ${event} | ${ms} ms | ${Math.round(scripts)} ms | ${Math.round(layout)} ms |`,
      ),
    '',
  ];
  await mkdir(resultsFolder, { recursive: true });
  await writeFile(join(resultsFolder, 'console.md'), lines.join('\n'));
}

function byAct(interactions: readonly Interaction[]): string[] {
  return [...Map.groupBy(interactions, ({ page }) => page)].map(([page, list]) => {
    const times = list.map(({ ms }) => ms);
    return `| ${page} | ${percentile(times, 0.5)} ms | ${percentile(times, 1)} ms | ${times.length} |`;
  });
}
