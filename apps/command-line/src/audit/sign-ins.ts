import type { Command } from 'commander';
import type { SIGN_IN_OUTCOMES } from '@vestibule/contracts';
import type { CallAnswer } from '../frame/client.ts';
import { type Output, shortId, timeText } from '../frame/output.ts';
import { readMoment } from '../frame/read-moment.ts';
import { findApplicationId, findDevice, findPersonId, findSignInId } from '../frame/resolve.ts';
import { examples, run } from '../frame/run.ts';

type SignIn = CallAnswer<'adminSignIns'>['signIns'][number];
type Outcome = (typeof SIGN_IN_OUTCOMES)[number];

interface ListOptions {
  readonly outcome?: string;
  readonly person?: string;
  readonly device?: string;
  readonly application?: string;
  readonly check?: string;
  readonly from?: string;
  readonly until?: string;
  readonly search?: string;
  readonly minimumMs?: string;
  readonly around?: boolean;
  readonly stoppedNow?: boolean;
  readonly limit?: string;
  readonly after?: string;
}

/** As someone reads them who was never told the words of the server. */
const OUTCOMES: Readonly<Record<Outcome, string>> = {
  arrived: 'on the way, or given up',
  'asked-to-install': 'asked to install',
  stopped: 'stopped',
  fixing: 'fixing',
  through: 'through',
  fixed: 'fixed, then through',
  access: 'temporary access',
  observed: 'not enforced',
  'not-checked': 'not checked',
};

export function addSignInCommands(program: Command): void {
  const list = program
    .command('sign-ins')
    .description('every sign-in, also those that never got through, the newest first, a page at a time')
    .option('--outcome <names>', `with commas between them: ${Object.keys(OUTCOMES).join(', ')}`)
    .option('--person <login>', 'of one person')
    .option('--device <name>', 'of one computer, by its name or id')
    .option('--application <name>', 'to one application')
    .option('--check <name>', 'stopped by this check, such as FirewallEnable; also where it was fixed')
    .option('--from <time>', 'from this day or moment on, such as 2026-11-21 or 2026-11-21T08:00Z')
    .option('--until <time>', 'up to this day or moment')
    .option('--search <text>', 'part of a login, name, e-mail address or computer; or a request id')
    .option('--minimum-ms <n>', 'those that took so many milliseconds or more')
    .option('--around', 'only who was let in around the gate')
    .option('--stopped-now', 'only who is stopped at this moment')
    .option('--limit <n>', 'how many at once, up to 200')
    .option('--after <place>', 'the next page, as the page before says')
    .action((options: ListOptions, command: Command) =>
      run(command, async (session) => {
        const { ask, output } = session;
        const { person, device, application, check, from, until, around, stoppedNow, ...query } = options;
        const found = await ask('adminSignIns', {
          query: {
            ...query,
            personId: person === undefined ? undefined : await findPersonId(session, person),
            deviceId: device === undefined ? undefined : (await findDevice(session, device)).id,
            applicationId: application === undefined ? undefined : await findApplicationId(session, application),
            checkType: check as SignIn['stoppedBy'][number] | undefined,
            from: from === undefined ? undefined : readMoment(from, '00:00:00.000Z'),
            until: until === undefined ? undefined : readMoment(until, '23:59:59.999Z'),
            isAround: around === true ? 'true' : undefined,
            isStoppedNow: stoppedNow === true ? 'true' : undefined,
          },
        });
        output.answer(found, () => printList(output, found));
      }),
    );
  examples(list, [
    'sign-ins --outcome stopped,fixed --from 2026-11-26',
    'sign-ins --around --from 2026-10-01 --until 2026-10-31',
    'sign-ins --person nadia --check FirewallEnable',
    'sign-ins --stopped-now',
  ]);

  const one = program.command('sign-in').description('one sign-in of a person; to sign in yourself: vestibule login');
  const show = one
    .command('show')
    .argument('<id>', 'its id, or the beginning of it that sign-ins shows')
    .description('what happened in one sign-in, step by step')
    .action((id: string, _options: unknown, command: Command) =>
      run(command, async (session) => {
        const { ask, output } = session;
        const found = await ask('adminSignIn', { parameters: { id: await findSignInId(session, id) } });
        output.answer(found, () => printOne(output, found));
      }),
    );
  examples(show, ['sign-in show 7b0c9b0e']);
}

function printList(output: Output, found: CallAnswer<'adminSignIns'>): void {
  output.table(
    found.signIns,
    [
      { heading: 'WHEN (UTC)', cell: ({ at }) => timeText(at) },
      { heading: 'OUTCOME', cell: ({ outcome }) => OUTCOMES[outcome], isFlexible: true },
      { heading: 'PERSON', cell: ({ person }) => person?.login ?? '-', isFlexible: true },
      { heading: 'COMPUTER', cell: ({ device }) => device?.label ?? device?.name ?? '-', isFlexible: true },
      { heading: 'APPLICATION', cell: ({ application }) => application?.name ?? '-', isFlexible: true },
      { heading: 'WHY', cell: whyText, isFlexible: true },
      { heading: 'TOOK', cell: ({ tookMs }) => (tookMs === null ? '-' : secondsText(tookMs)) },
      { heading: 'ID', cell: ({ id }) => shortId(id) },
    ],
    'No sign-in fits.',
  );
  if (found.total !== null) output.say(`${found.total} in all.`);
  if (found.next === null) return;
  output.line();
  output.say('There is more. The next page is the same command with:');
  output.line(`  --after ${found.next}`);
}

/** What stopped it, with those that were fixed in brackets; or what led around the gate. */
function whyText({ stoppedBy, fixed, refusal, ways, reason, givenBy, endedAt }: SignIn): string {
  const checks = stoppedBy.map((check) => (fixed.includes(check) ? `(${check})` : check));
  const around = ways.map((way) => (reason === null ? way : `${way} by ${givenBy ?? ''}: ${reason}`));
  const refused = refusal === null || (endedAt !== null && ways.length > 0) ? [] : [refusal];
  return [...around, ...checks, ...refused].join(', ') || '-';
}

function printOne(output: Output, found: CallAnswer<'adminSignIn'>): void {
  const { gate, person, fix } = found.milliseconds;
  output.facts([
    ['Outcome', OUTCOMES[found.outcome]],
    ['Person', found.person === null ? 'not known' : `${found.person.displayName} (${found.person.login})`],
    ['Computer', found.device?.label ?? found.device?.name ?? 'none has reported'],
    ['Application', found.application?.name ?? 'removed since'],
    ['Began', `${timeText(found.at)} UTC`],
    ['Took', `gate ${secondsText(gate)}, person ${secondsText(person)}, fixes ${secondsText(fix)}`],
    ['Why', whyText(found)],
    ['Request', found.correlationId || '-'],
  ]);
  output.line();
  output.table(
    found.steps,
    [
      { heading: 'AFTER', cell: ({ afterMs }) => secondsText(afterMs) },
      { heading: 'WHAT', cell: ({ says }) => says, isFlexible: true },
    ],
    'Nothing was written down.',
  );
}

function secondsText(milliseconds: number): string {
  return milliseconds < 60_000 ? `${(milliseconds / 1000).toFixed(1)} s` : `${Math.round(milliseconds / 1000)} s`;
}
