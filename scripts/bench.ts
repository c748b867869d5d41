import { runBenchmarks } from '../bench/src/run.ts';
import { buildAll } from './build.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);
await buildAll(say);
say('Measuring. This takes about three minutes; leave the computer alone meanwhile.');
await runBenchmarks(say);
say('The results are in bench/results/.');
