import { asSentence, OBSERVING_MAXIMUM_MINUTES, type ShownGate } from '@vestibule/contracts';
import type { Command } from 'commander';
import { misuse } from '../frame/failure.ts';
import { type Output, timeText } from '../frame/output.ts';
import { changing, examples, run } from '../frame/run.ts';
import { addImpactCommands } from './gate-impact.ts';
import { addStageCommands } from './gate-stages.ts';
import { printImpact } from './policy-impact.ts';
import { readAccepted } from '../frame/accept-blocking.ts';

interface ObserveOptions {
  readonly for?: string;
  readonly reason: string;
  readonly straight?: boolean;
}

export function addGateCommands(program: Command): void {
  const gate = program
    .command('gate')
    .description('whether the policy stops people: enforce it, or let everybody through');

  gate
    .command('show')
    .description('how the gate stands')
    .action((_options: object, command: Command) =>
      run(command, async ({ ask, output }) => {
        const found = await ask('adminGate');
        output.answer(found, () => {
          output.say(gateText(found));
          printClosed(output, found);
          printBrake(output, found);
          if (found.state === 'enforcing') return;
          output.line();
          output.say('Close it again:');
          output.line('  vestibule gate enforce --reason TEXT');
        });
      }),
    );

  const observe = changing(gate.command('observe'))
    .description('let everybody through; within two seconds, on every server')
    .requiredOption('--reason <text>', 'why, for the audit log')
    .option(
      '--for <time>',
      'end it by itself, after 30m, 2h or 3d, and go back to how it was; without it, it lasts until “gate enforce”',
    )
    .option('--straight', 'show no page at all and read no computer: the way back when something is broken')
    .addHelpText(
      'after',
      `
People still sign in, blocked accounts and computers stay blocked, and where the
device check is the second factor it stays so: what that keeps closed is named,
with what opens it. Computers that have Workplace are read in passing and no one
waits for that, unless you say --straight. Pages that are open go on by
themselves. What ends by itself goes back to how it was: to observing without an
end, or to the policy.`,
    )
    .action((options: ObserveOptions, command: Command) =>
      run(command, async ({ ask, output }) => {
        const { reason, straight = false } = options;
        const minutes = options.for === undefined ? undefined : readMinutes(options.for);
        const body = { state: 'observing', reason, isReading: !straight, minutes } as const;
        const outcome = await ask('adminSetGate', { body });
        output.answer(outcome, () => {
          output.outcomeText(outcome, gateText(outcome.gate));
          printClosed(output, outcome.gate);
          if (outcome.isDryRun || outcome.gate.until !== null) return;
          output.say('Close it again:');
          output.line('  vestibule gate enforce --reason TEXT');
        });
      }),
    );
  examples(observe, [
    'gate observe --for 2h --straight --reason "the new check stops everybody"',
    'gate observe --reason "pilot: we only look"',
  ]);

  const enforce = changing(gate.command('enforce'))
    .description('let the policy stop people again; says first whom')
    .requiredOption('--reason <text>', 'why, for the audit log')
    .option(
      '--accept-blocking <n>',
      'go on although it stops so many: computers that do not meet the policy, and people never or not lately seen with Workplace',
    )
    .action((options: { readonly reason: string; readonly acceptBlocking?: string }, command: Command) =>
      run(command, async ({ ask, output }) => {
        const { reason } = options;
        const acceptBlocking = readAccepted(options.acceptBlocking);
        const outcome = await ask('adminSetGate', { body: { state: 'enforcing', reason, acceptBlocking } });
        output.answer(outcome, () => {
          output.outcomeText(outcome, gateText(outcome.gate));
          const { impact, isDryRun } = outcome;
          if (impact === null) return;
          output.line();
          printImpact(output, { impact, isDryRun });
        });
      }),
    );
  examples(enforce, [
    'gate enforce --reason "pilot is over" --dry-run',
    'gate enforce --reason "pilot is over" --accept-blocking 12',
  ]);

  addStageCommands(gate);
  addImpactCommands(gate);
}

/** What observing does not open, each with what does. */
function printClosed(output: Output, { staysClosed }: ShownGate): void {
  if (staysClosed.length === 0) return;
  output.line();
  output.say('This stays closed, because the computer is the second factor there. What opens it:');
  const elsewhere = 'at its identity provider: take the second step out there (docs/worst-day.md)';
  output.facts(staysClosed.map(({ application, open }) => [`  ${application}`, open ?? elsewhere]));
  if (staysClosed.every(({ open }) => open === null)) return;
  output.say(
    'The password alone opens it then; with secondFactor=required, an authenticator app or a passkey as well. People on the page that checks the computer have to open the application again.',
  );
}

/** Checks that stop no one although the policy was to have them do so. */
function printBrake(output: Output, { brakeHolds }: ShownGate): void {
  if (brakeHolds.length === 0) return;
  output.line();
  output.say(`The brake has acted. Until you apply a policy, these checks stop no one: ${brakeHolds.join(', ')}.`);
  output.line('  vestibule policy history');
}

/** How the gate stands, and what comes when observing ends by itself. */
export function gateText(gate: ShownGate): string {
  const { state, until, isReading, reason, afterwards, enforcedFor, staysClosed } = gate;
  const scope = enforcedFor === null ? '' : ` ${enforcedFor}`;
  if (state === 'enforcing') return `The policy is enforced.${scope}`;
  const why = reason === null ? '' : ` Reason: ${asSentence(reason)}`;
  const end = until === null ? 'until you end it' : `until ${timeText(until)} UTC`;
  const how = isReading ? 'computers are read in passing' : 'no computer is read';
  const but = staysClosed.length === 0 ? '' : ', but not to what is named below,';
  return `Everybody is let through${but} ${end}; ${how}.${why}${until === null ? '' : ` ${textAfter(afterwards, scope)}`}`;
}

function textAfter(afterwards: ShownGate['afterwards'], scope: string): string {
  if (afterwards === null) return `After that the policy is enforced.${scope}`;
  const how = afterwards.isReading ? 'computers are read in passing' : 'no computer is read';
  const why = afterwards.reason === null ? '' : ` Reason: ${asSentence(afterwards.reason)}`;
  return `After that it is as before: everyone is let through until you end it; ${how}.${why}`;
}

const MINUTES = { m: 1, h: 60, d: 1440 } as const;

function readMinutes(text: string): number {
  const [, count, unit] = /^([1-9]\d{0,4})([mhd])$/.exec(text) ?? [];
  if (count === undefined || (unit !== 'm' && unit !== 'h' && unit !== 'd')) {
    throw misuse(`--for takes a time such as 30m, 2h or 3d, and ${text} is none.`);
  }
  const minutes = Number(count) * MINUTES[unit];
  if (minutes > OBSERVING_MAXIMUM_MINUTES) {
    throw misuse(
      `--for takes at most ${OBSERVING_MAXIMUM_MINUTES / MINUTES.d} days, and ${text} is more. Without --for it lasts until: vestibule gate enforce`,
    );
  }
  return minutes;
}
