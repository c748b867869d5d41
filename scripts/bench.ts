import { parseArgs } from 'node:util';
import { MEASUREMENTS, runBenchmarks } from '../bench/src/run.ts';
import { buildAll } from './build.ts';

const HELP = `Measures the figures of the README on the built product and says which missed their goal.

  npm run bench                   all of them; the results are written to bench/results
  npm run bench -- first-title    some of them, written nowhere: ${Object.keys(MEASUREMENTS).join(', ')}
`;

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

const unknown = positionals.filter((name) => !Object.hasOwn(MEASUREMENTS, name));
if (values.help) process.stdout.write(HELP);
else if (unknown.length > 0) {
  process.stderr.write(`There is no figure named ${unknown.join(', ')}. See --help.\n`);
  process.exitCode = 1;
} else await measure();
