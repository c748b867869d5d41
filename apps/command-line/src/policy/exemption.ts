import { CHECK_TYPES, EXEMPTION_DAYS_MAXIMUM } from '@vestibule/contracts';
import type { Command } from 'commander';
import { misuse } from '../frame/failure.ts';
import { findDevice } from '../frame/resolve.ts';
import { changing, examples, type Run, run } from '../frame/run.ts';

interface Exempt {
  readonly person?: string;
  readonly device?: string;
}

export function addExemptionCommands(program: Command): void {
  const exemption = program
    .command('exemption')
    .description('people and computers that need not pass a check of the policy, for a while');
  exemption
    .command('list')
    .description('who is exempt from what, until when, and who answers for it')
    .action((_options: object, command: Command) =>
      run(command, async ({ ask, output }) => {
        const found = await ask('adminExemptions');
        output.answer(found, () =>
          output.table(
            found.exemptions,
            [
              { heading: 'CHECK', cell: ({ checkType }) => checkType },
              { heading: 'FOR', cell: ({ login, deviceId }) => login ?? deviceId ?? '-', isFlexible: true },
              { heading: 'UNTIL', cell: ({ until, isOver }) => (isOver ? 'over' : until) },
              { heading: 'BY', cell: ({ approvedBy }) => approvedBy, isFlexible: true },
              { heading: 'WHY', cell: ({ why }) => why, isFlexible: true },
            ],
            'There are no exemptions.',
          ),
        );
      }),
    );

  const add = whose(changing(exemption.command('add <check>')))
    .description('exempt a person or a computer from a check: a new version of the policy')
    .requiredOption('--days <n>', `for how many days, ${EXEMPTION_DAYS_MAXIMUM} at most`)
    .requiredOption('--why <text>', 'why, for readers of the policy')
    .action((check: string, options: Exempt & { readonly days: string; readonly why: string }, command: Command) =>
      run(command, async (session) => {
        const { days, why } = options;
        const parameters = { checkType: readCheck(check) };
        const body = { ...(await findExempt(session, options)), days: readDays(days), why };
        const outcome = await session.ask('adminAddExemption', { parameters, body });
        session.output.outcome(outcome, `The exemption from ${check} holds from now on.`);
      }),
    );
  examples(add, [
    'exemption add ScreenSaverState --person nadia --days 14 --why "shows slides all day" --dry-run',
    'exemption add DeviceEncrypted --device Reception --days 30 --why "new disk is ordered"',
  ]);

  const end = whose(changing(exemption.command('end <check>')))
    .description('end an exemption: a new version of the policy')
    .action((check: string, options: Exempt, command: Command) =>
      run(command, async (session) => {
        const parameters = { checkType: readCheck(check) };
        const query = await findExempt(session, options);
        const outcome = await session.ask('adminEndExemption', { parameters, query });
        session.output.outcome(outcome, `The exemption from ${check} is over.`);
      }),
    );
  examples(end, ['exemption end ScreenSaverState --person nadia']);
}

function whose(command: Command): Command {
  return command
    .option('--person <login>', 'for a person, at whichever computer')
    .option('--device <name>', 'for a computer, by name, id or device id, for all its users');
}

function readCheck(text: string) {
  const found = CHECK_TYPES.find((type) => type.toLowerCase() === text.toLowerCase());
  if (found === undefined) throw misuse(`${text} is no check. See what there is: vestibule policy show`);
  return found;
}

function readDays(text: string): number {
  if (/^\d{1,3}$/.test(text) && Number(text) >= 1 && Number(text) <= EXEMPTION_DAYS_MAXIMUM) return Number(text);
  throw misuse(`--days takes a number from 1 to ${EXEMPTION_DAYS_MAXIMUM}, and ${text} is none.`);
}

/** A device id that no computer has any more is taken as it is: its exemption can still be ended. */
async function findExempt(session: Run, { person, device }: Exempt): Promise<{ login: string } | { deviceId: string }> {
  if (person !== undefined && device === undefined) return { login: person };
  if (device === undefined || person !== undefined) throw misuse('Name --person or --device: one of them.');
  return { deviceId: DEVICE_ID.test(device) ? device : (await findDevice(session, device)).deviceId };
}

const DEVICE_ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
