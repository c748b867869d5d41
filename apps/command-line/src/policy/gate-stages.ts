import type { ShownStage, ShownStages } from '@vestibule/contracts';
import type { Command } from 'commander';
import { readAccepted } from '../frame/accept-blocking.ts';
import { misuse } from '../frame/failure.ts';
import { type Output, timeText } from '../frame/output.ts';
import { readMoment } from '../frame/read-moment.ts';
import { changing, examples, type Run, run } from '../frame/run.ts';
import { printImpact } from './policy-impact.ts';

interface AddOptions {
  readonly group?: readonly string[];
  readonly percentage?: string;
  readonly application?: readonly string[];
  readonly at?: string;
  readonly acceptBlocking?: string;
  readonly before?: string;
}

const OBSTACLES: Readonly<Record<NonNullable<ShownStage['heldBack']>['why'], string>> = {
  'gate-open': 'waits: the gate is open',
  brake: 'waits: the brake has acted',
  planner: 'waits: who planned it is no administrator any more, or the token they did it with was revoked',
  fewer: 'waits: it would let people in, which an administrator begins',
  'too-many': 'waits: it would stop too many',
  'policy-text': 'waits: the policy has to be changed by hand',
};

/** The stages from no one to everyone: `vestibule gate stage`. */
export function addStageCommands(gate: Command): void {
  const stage = gate.command('stage').description('the stages from no one to everyone: plan them, and begin one');

  stage
    .command('list')
    .description('which stage holds, which come next, and what holds one back')
    .action((_options: object, command: Command) =>
      run(command, async ({ ask, output }) => {
        const found = await ask('adminStages');
        output.answer(found, () => printStages(output, found));
      }),
    );

  const add = changing(stage.command('add'))
    .description('plan one more stage, the last one unless you say before which; or change the one of this name')
    .argument('<name>', 'what you call it')
    .option('--group <names...>', 'for people in one of these groups')
    .option('--percentage <n>', 'for so many of a hundred people, next to the groups, always the same ones')
    .option('--application <names...>', 'only on the way to these work applications')
    .option('--at <time>', 'begin it by itself then, such as 2026-11-30T09:00Z; it waits if it would stop too many')
    .option('--accept-blocking <n>', 'so many it may newly stop: computers, and people without Workplace')
    .option('--before <n>', 'put it before the stage of this number')
    .addHelpText(
      'after',
      `
A stage without groups, percentage and applications is everyone. The first one
is begun by you. Begun by itself, after the one before it, a stage waits while
the gate is open, after the brake has acted, and when it would newly stop more
than five percent of the people or than you accept.`,
    )
    .action((name: string, options: AddOptions, command: Command) =>
      run(command, async (session) => {
        const { output } = session;
        const found = await session.ask('adminStages');
        const planned = found.stages.map(planOf);
        const place = planned.findIndex((one) => one.name.toLowerCase() === name.trim().toLowerCase());
        const before = options.before === undefined ? undefined : placeOf(options.before, planned.length);
        const wanted = readPlan(name, options);
        const stages =
          place === -1 ? planned.toSpliced(before ?? planned.length, 0, wanted) : planned.toSpliced(place, 1, wanted);
        await put(session, found, stages, `The stage ${name} is planned.`);
        if (!session.isDryRun) output.aside('Begin it: vestibule gate stage begin N --reason TEXT');
      }),
    );
  examples(add, [
    'gate stage add Pilot --group pilot',
    'gate stage add Half --percentage 50 --at 2026-11-30T09:00Z --accept-blocking 40',
    'gate stage add Everybody --dry-run',
  ]);

  changing(stage.command('remove'))
    .description('take a stage out of the plan; for whom the policy is enforced stays as it is')
    .argument('<number>', 'as “gate stage list” counts')
    .action((number: string, _options: object, command: Command) =>
      run(command, async (session) => {
        const found = await session.ask('adminStages');
        const planned = found.stages.map(planOf);
        await put(
          session,
          found,
          planned.toSpliced(placeOf(number, planned.length), 1),
          'The stage is out of the plan.',
        );
      }),
    );

  const begin = changing(stage.command('begin'))
    .description('enforce the policy for a stage, and close the gate where it is open; says first whom that stops')
    .argument('<number>', 'as “gate stage list” counts')
    .requiredOption('--reason <text>', 'why, for the audit log')
    .option('--accept-blocking <n>', 'go on although it stops so many')
    .action(
      (number: string, options: { readonly reason: string; readonly acceptBlocking?: string }, command: Command) =>
        run(command, async ({ ask, output }) => {
          const body = { reason: options.reason, acceptBlocking: readAccepted(options.acceptBlocking) };
          const outcome = await ask('adminBeginStage', { parameters: { number: readNumber(number) }, body });
          output.answer(outcome, () => {
            output.outcomeText(outcome, 'The stage has begun.');
            output.line();
            printImpact(output, outcome);
          });
        }),
    );
  examples(begin, [
    'gate stage begin 2 --reason "the pilot was quiet" --dry-run',
    'gate stage begin 2 --reason "the pilot was quiet" --accept-blocking 12',
  ]);
}

function printStages(output: Output, { stages, people }: ShownStages): void {
  output.table(
    stages,
    [
      { heading: 'NO.', cell: ({ number }) => String(number) },
      { heading: 'STAGE', cell: ({ name }) => name, isFlexible: true },
      { heading: 'FOR', cell: whoText, isFlexible: true, keepsWords: true },
      { heading: 'PEOPLE', cell: (one) => `${one.people} of ${people}` },
      { heading: 'STATE', cell: stateText, isFlexible: true, keepsWords: true },
    ],
    'No stages are planned. Plan the first one: vestibule gate stage add Pilot --group pilot',
  );
}

function whoText({ groups, percentage, applications }: ShownStage): string {
  const who = [...groups, ...(percentage === null ? [] : [`${percentage} %`])].join(', ');
  return `${who === '' ? 'everybody' : who}${applications.length === 0 ? '' : ` to ${applications.join(', ')}`}`;
}

function stateText({ state, begunAt, at, heldBack }: ShownStage): string {
  if (state === 'holds') return `holds${begunAt === null ? '' : ` since ${timeText(begunAt)} UTC`}`;
  if (state === 'done') return 'done';
  if (heldBack !== null) {
    return `${OBSTACLES[heldBack.why]}${heldBack.toAccept === null ? '' : ` (${heldBack.toAccept})`}`;
  }
  return at === null ? 'waits for you to begin it' : `at ${timeText(at)} UTC`;
}

type Plan = Pick<ShownStage, 'name' | 'groups' | 'percentage' | 'applications' | 'at' | 'acceptBlocking'>;

function planOf({ name, groups, percentage, applications, at, acceptBlocking }: ShownStage): Plan {
  return { name, groups, percentage, applications, at, acceptBlocking };
}

function readPlan(name: string, { group = [], percentage, application = [], at, acceptBlocking }: AddOptions): Plan {
  if (percentage !== undefined && !/^(?:\d{1,2}|100)$/.test(percentage)) {
    throw misuse(`--percentage takes a whole number from 0 to 100, and not ${percentage}.`);
  }
  return {
    name,
    groups: [...group],
    percentage: percentage === undefined ? null : Number(percentage),
    applications: [...application],
    at: at === undefined ? null : readMoment(at, '00:00Z'),
    acceptBlocking: readAccepted(acceptBlocking) ?? null,
  };
}

function readNumber(text: string): string {
  if (!/^[1-9]\d?$/.test(text)) throw misuse(`${text} is no number of a stage. See: vestibule gate stage list`);
  return text;
}

function placeOf(text: string, count: number): number {
  const place = Number(readNumber(text)) - 1;
  if (place >= count) throw misuse(`There is no stage ${text}. See: vestibule gate stage list`);
  return place;
}

/** A colleague's plan of meanwhile is not written over. */
async function put(
  { ask, output }: Run,
  { version }: ShownStages,
  stages: readonly Plan[],
  done: string,
): Promise<void> {
  const outcome = await ask('adminSetStages', { body: { stages: [...stages] }, query: { ifVersion: version } });
  output.answer(outcome, () => {
    output.outcomeText(outcome, done);
    output.line();
    printStages(output, outcome.plan);
  });
}
