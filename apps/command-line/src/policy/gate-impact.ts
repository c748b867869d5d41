import { type CheckType, STOPPED_KINDS, type StoppedKind } from '@vestibule/contracts';
import type { Command } from 'commander';
import type { CallAnswer } from '../frame/client.ts';
import { misuse } from '../frame/failure.ts';
import { type Output, timeText } from '../frame/output.ts';
import { examples, run } from '../frame/run.ts';
import { printImpact } from './policy-impact.ts';

const KINDS: Readonly<Record<StoppedKind, string>> = {
  'fix-alone': 'fail a check and can fix it alone',
  'need-help': 'fail a check and need help',
  'never-seen': 'never seen with Workplace',
  'not-seen-lately': 'not seen with Workplace lately',
};

interface ImpactOptions {
  readonly stage?: string;
  readonly people?: boolean;
  readonly kind?: StoppedKind;
  readonly check?: CheckType;
  readonly limit?: string;
  readonly after?: string;
}

/** Whom the gate would stop, and what the brake sees: `vestibule gate impact`, `vestibule gate brake`. */
export function addImpactCommands(gate: Command): void {
  const impact = gate
    .command('impact')
    .description('whom the policy would newly stop, if it was enforced for everyone or for a stage; changes nothing')
    .option('--stage <n>', 'for this stage, as “gate stage list” counts')
    .option('--people', 'list them by name, a page at a time')
    .option('--kind <name>', `of those listed, only ${STOPPED_KINDS.join(', ')}`)
    .option('--check <name>', 'of those listed, only whom this check stops, such as FirewallEnable')
    .option('--limit <n>', 'how many at once, up to 200')
    .option('--after <login>', 'the next page, as the page before says')
    .action((options: ImpactOptions, command: Command) =>
      run(command, async ({ ask, output }) => {
        const { stage, kind, check: checkType, limit, after } = options;
        if (stage !== undefined && !/^[1-9]\d?$/.test(stage)) {
          throw misuse(`--stage takes the number of a stage, and not ${stage}. See: vestibule gate stage list`);
        }
        if (options.people === true) {
          const found = await ask('adminGateImpactPeople', { query: { stage, kind, checkType, limit, after } });
          output.answer(found, () => printPeople(output, found));
          return;
        }
        const found = await ask('adminGateImpact', {
          body: { stage: stage === undefined ? undefined : Number(stage) },
        });
        output.answer(found, () => {
          output.facts(found.stopped.map(({ kind: one, people }) => [KINDS[one], String(people)]));
          output.line();
          printImpact(output, { impact: found.impact, isDryRun: true });
        });
      }),
    );
  examples(impact, ['gate impact', 'gate impact --stage 3 --people --kind need-help']);

  gate
    .command('brake')
    .description('what the brake sees: which check newly blocks most, what it holds, and when it acted last')
    .action((_options: object, command: Command) =>
      run(command, async ({ ask, output }) => {
        const found = await ask('adminGateBrake');
        output.answer(found, () => printBrake(output, found));
      }),
    );
}

function printPeople(output: Output, { people, total, next, judgedAt }: CallAnswer<'adminGateImpactPeople'>): void {
  output.table(
    people,
    [
      { heading: 'PERSON', cell: ({ login }) => login, isFlexible: true },
      { heading: 'WHY', cell: ({ kind }) => KINDS[kind], isFlexible: true, keepsWords: true },
      { heading: 'CHECKS', cell: ({ checks }) => checks.join(', '), isFlexible: true, keepsWords: true },
      { heading: 'COMPUTERS', cell: ({ computers }) => computers.join(', '), isFlexible: true },
    ],
    'No one would be newly stopped.',
  );
  if (total > 0) output.say(`${people.length} of ${total}, judged at ${timeText(judgedAt)} UTC.`);
  if (next !== null) output.say(`The next page: --after ${next}`);
}

function printBrake(output: Output, brake: CallAnswer<'adminGateBrake'>): void {
  const { isOn, percent, minimumPeople, people, highest, holds, lastActedAt } = brake;
  output.facts([
    ['Brake', isOn ? `on: above ${percent} percent of at least ${minimumPeople} people` : 'off'],
    ['Seen in ten minutes', `${people} people`],
    [
      'Highest',
      highest === null ? 'no check has begun to block anyone' : `${highest.checkType}: ${highest.newlyBlocked}`,
    ],
    ['Holds', holds.length === 0 ? 'no check' : holds.join(', ')],
    ['Acted last', lastActedAt === null ? 'never' : `${timeText(lastActedAt)} UTC`],
  ]);
  if (holds.length > 0) output.say('To let them stop people again, apply a policy: vestibule policy apply --help');
}
