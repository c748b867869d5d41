import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { writeConsole } from '../bench/src/console/console-report.ts';
import { writeLoad } from '../bench/src/load/load-report.ts';
import { measureLoad } from '../bench/src/load/measure-load.ts';
import { measureStreams } from '../bench/src/streams/measure-streams.ts';
import { writeStreams } from '../bench/src/streams/streams-report.ts';
import { describeMachine, MEASUREMENTS, runBenchmarks } from '../bench/src/run.ts';
import { buildAll } from './build.ts';

const HELP = `Measures the figures of the README on the built product and says which missed their goal.

  npm run bench                   all of them; the results are written to bench/results
  npm run bench -- first-title    some of them, written nowhere: ${Object.keys(MEASUREMENTS).join(', ')}
  npm run bench -- load           complete sign-ins on PostgreSQL, next to a bare skeleton of the same calls; five minutes,
                                  written to bench/results/load.md
  npm run bench -- streams        10,000 open event streams on PostgreSQL, next to a bare server that holds as many; four
                                  minutes, written to bench/results/streams.md
  npm run bench -- console        the console's lists and pages for 100,000 computers on PostgreSQL; five minutes, written
                                  to bench/results/console.md
`;

const ON_THEIR_OWN: Readonly<Record<string, () => Promise<void>>> = {
  load: measureUnderLoad,
  streams: measureOpenStreams,
  console: measureLargeConsole,
};
const say = (line: string) => process.stdout.write(`${line}\n`);
const { values, positionals } = parseArgs({
  options: { help: { type: 'boolean', short: 'h', default: false } },
  allowPositionals: true,
});

async function measure(): Promise<void> {
  await buildAll(say);
  say('Measuring. All of it takes about six minutes; leave the computer alone meanwhile.');
  const { figures, missing } = await runBenchmarks(positionals, say);
  const missed = figures.filter(({ isMet }) => !isMet);
  if (positionals.length === 0) say('The results are in bench/results/.');
  if (missed.length === 0 && missing.length === 0) say('Every figure meets its goal.');
  if (missed.length > 0) say(`Missed: ${missed.map(({ name }) => name).join('; ')}.`);
  if (missing.length > 0) {
    say(`Not measured: ${missing.map(({ name }) => name).join(', ')}. Try: npm run bench -- ${missing[0]?.name ?? ''}`);
    process.exitCode = 1;
  }
}

/** On its own: it wants the whole computer, and PostgreSQL. */
async function measureUnderLoad(): Promise<void> {
  say('Measuring sign-ins under load takes about five minutes; leave the computer alone meanwhile.');
  const [load = 0] = loadavg();
  await writeLoad(describeMachine(), load, await measureLoad({ seconds: 15, people: 144 }, say));
  say('The results are in bench/results/load.md.');
}

async function measureOpenStreams(): Promise<void> {
  say('Measuring 10,000 open streams takes about four minutes; leave the computer alone meanwhile.');
  const [load = 0] = loadavg();
  await writeStreams(describeMachine(), load, await measureStreams(10_000, 60), say);
  say('The results are in bench/results/streams.md.');
}

async function measureLargeConsole(): Promise<void> {
  await buildAll(say);
  say('Measuring the console of a large company takes about five minutes; leave the computer alone meanwhile.');
  const [load = 0] = loadavg();
  await writeConsole(describeMachine(), load, say);
  say('The results are in bench/results/console.md.');
}

const unknown = positionals.filter((name) => !Object.hasOwn(MEASUREMENTS, name));
if (values.help) process.stdout.write(HELP);
else if (positionals.length === 1 && ON_THEIR_OWN[positionals[0] ?? ''] !== undefined)
  await ON_THEIR_OWN[positionals[0] ?? '']?.();
else if (unknown.length > 0) {
  process.stderr.write(`There is no figure named ${unknown.join(', ')}. See --help.\n`);
  process.exitCode = 1;
} else await measure();
