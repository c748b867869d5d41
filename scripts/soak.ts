import { parseArgs } from 'node:util';
import { soak } from '../bench/src/soak/soak.ts';
import { shareCompiled } from './share-compiled.ts';

const HELP = `Kills one of two servers again and again while people sign in, and compares what they were told with the database.

  npm run soak                   50 kills
  npm run soak -- --kills 5      so many
  npm run soak -- --minutes 120  no kill: moderate load so long, with a look at the memory each half minute
`;

const say = (line: string) => process.stdout.write(`${line}\n`);
const { values } = parseArgs({
  options: {
    help: { type: 'boolean', short: 'h', default: false },
    kills: { type: 'string' },
    minutes: { type: 'string', default: '0' },
  },
});

async function run(): Promise<void> {
  const minutes = Number(values.minutes);
  const kills = Number(values.kills ?? (minutes > 0 ? 0 : 50));
  if (!Number.isInteger(kills) || !(minutes >= 0)) {
    process.stderr.write('--kills and --minutes want numbers. See --help.\n');
    process.exitCode = 1;
    return;
  }
  const { acknowledged, issued, problems } = await soak(kills, minutes, say);
  say(`${kills} kills: ${acknowledged} assertions arrived, ${issued} stand in the register.`);
  for (const problem of problems) say(`✗ ${problem}`);
  // What .ci/run counts.
  say(problems.length === 0 && acknowledged > 0 ? '1 passed, 0 failed' : '0 passed, 1 failed');
  if (problems.length > 0 || acknowledged === 0) process.exitCode = 1;
}

if (values.help) process.stdout.write(HELP);
else {
  shareCompiled();
  await run();
}
