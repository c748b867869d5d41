import { ACCESS_HOURS_MAXIMUM, ACCESS_USES_MAXIMUM } from '@vestibule/contracts';
import type { Command } from 'commander';
import { misuse } from '../frame/failure.ts';
import { shortId, timeText } from '../frame/output.ts';
import { findApplicationId, findGrantId, findPersonId, findRequestId } from '../frame/resolve.ts';
import { changing, examples, run } from '../frame/run.ts';

interface GrantOptions {
  readonly hours: string;
  readonly reason: string;
  readonly application?: string;
  readonly uses?: string;
  readonly pastStoppers?: boolean;
}

export function addAccessCommands(program: Command): void {
  const access = program
    .command('access')
    .description('temporary access for people whose computer does not meet the policy');
  access
    .command('requests')
    .description('who asks for temporary access and has no answer yet, the oldest first')
    .action((_options: object, command: Command) =>
      run(command, async ({ ask, output }) => {
        const found = await ask('adminAccessRequests');
        output.answer(found, () => {
          output.table(
            found.requests,
            [
              { heading: 'ID', cell: ({ id }) => shortId(id) },
              { heading: 'SINCE (UTC)', cell: ({ createdAt }) => timeText(createdAt) },
              { heading: 'ENDS (UTC)', cell: ({ endsAt }) => timeText(endsAt) },
              { heading: 'PERSON', cell: ({ login }) => login ?? '-', isFlexible: true },
              { heading: 'FOR', cell: ({ applicationName }) => applicationName ?? 'any application', isFlexible: true },
              { heading: 'REASON', cell: ({ reason }) => reason, isFlexible: true },
            ],
            'No requests are waiting.',
          );
          if (found.requests.length === 0) return;
          output.say('Yes: vestibule access grant LOGIN --hours N --reason TEXT');
          output.say('No: vestibule access refuse ID --reason TEXT');
        });
      }),
    );

  const grant = changing(access.command('grant <login>'))
    .description('let a person in for a while; their waiting page opens by itself')
    .requiredOption('--hours <n>', `for how long, ${ACCESS_HOURS_MAXIMUM} at most`)
    .requiredOption('--reason <text>', 'why, for the audit log')
    .option('--application <name>', 'for one application only')
    .option('--uses <n>', `how many sign-ins it is good for, ${ACCESS_USES_MAXIMUM} at most`, '1')
    .option('--past-stoppers', 'also while a check fails that stops every sign-in; administrators only')
    .action((login: string, options: GrantOptions, command: Command) =>
      run(command, async (session) => {
        const { hours, reason, application, uses, pastStoppers = false } = options;
        const body = {
          personId: await findPersonId(session, login),
          applicationId: application === undefined ? null : await findApplicationId(session, application),
          hours: readCount(hours, '--hours', ACCESS_HOURS_MAXIMUM),
          uses: readCount(uses ?? '1', '--uses', ACCESS_USES_MAXIMUM),
          reason,
          overridesStopper: pastStoppers,
        };
        const outcome = await session.ask('adminGrantAccess', { body });
        const signIns = body.uses === 1 ? 'one sign-in' : `${body.uses} sign-ins`;
        const has = `${login} has access for ${signIns} within ${body.hours === 1 ? '1 hour' : `${body.hours} hours`}`;
        const waits = `${has} once another administrator has approved it.`;
        session.output.outcome(outcome, outcome.waitsForApproval ? waits : `${has}.`);
      }),
    );
  examples(grant, [
    'access grant nadia --hours 4 --reason "laptop is being replaced"',
    'access grant nadia --hours 24 --uses 5 --application Mail --reason "on the road"',
  ]);

  const refuse = changing(access.command('refuse <id>'))
    .description('say no to a request; the page of who asked says so, with your sentence')
    .requiredOption('--reason <text>', 'the sentence that the person reads')
    .action((text: string, { reason }: { readonly reason: string }, command: Command) =>
      run(command, async (session) => {
        const id = await findRequestId(session, text);
        const outcome = await session.ask('adminRefuseAccess', { parameters: { id }, body: { reason } });
        session.output.outcome(outcome, 'The request is refused.');
      }),
    );
  examples(refuse, ['access requests', 'access refuse 3f2a91c4 --reason "Use the computer in the meeting room."']);

  const approve = changing(access.command('approve <id>'))
    .description('approve leave that a colleague gave, where a second approver is asked for')
    .action((text: string, _options: object, command: Command) =>
      run(command, async (session) => {
        const id = await findGrantId(session, text);
        const outcome = await session.ask('adminApproveAccess', { parameters: { id } });
        session.output.outcome(outcome, 'The leave is approved; its hours begin now.');
      }),
    );
  examples(approve, ['access list', 'access approve 3f2a91c4']).addHelpText(
    'after',
    `
For administrators, where temporaryAccess.secondApprover asks for one. No one
approves what they gave themselves, or are given.`,
  );

  access
    .command('list')
    .description('the leave that people have now')
    .option('--all', 'also what is over, used up or revoked')
    .option('--person <login>', 'of one person')
    .action(({ all, person }: { readonly all?: boolean; readonly person?: string }, command: Command) =>
      run(command, async (session) => {
        const { ask, output } = session;
        const personId = person === undefined ? undefined : await findPersonId(session, person);
        const query = { personId, ...(all === true ? { isAll: 'true' as const } : {}) };
        const found = await ask('adminAccessGrants', { query });
        output.answer(found, () =>
          output.table(
            found.grants,
            [
              { heading: 'ID', cell: ({ id }) => shortId(id) },
              { heading: 'PERSON', cell: ({ login }) => login ?? '-', isFlexible: true },
              { heading: 'FOR', cell: ({ applicationName }) => applicationName ?? 'all', isFlexible: true },
              {
                heading: 'UNTIL (UTC)',
                cell: ({ expiresAt, revokedAt, waitsForApproval }) =>
                  revokedAt !== null ? 'revoked' : waitsForApproval ? 'waits for approval' : timeText(expiresAt),
              },
              { heading: 'USES', cell: ({ usesLeft }) => String(usesLeft) },
              { heading: 'BY', cell: ({ grantedBy }) => grantedBy, isFlexible: true },
              {
                heading: 'REASON',
                cell: ({ reason, kind }) => (kind === 'skip-installation' ? `skipped: ${reason}` : reason),
                isFlexible: true,
              },
            ],
            'No one has temporary access.',
          ),
        );
      }),
    );

  const revoke = changing(access.command('revoke <id>'))
    .description('take leave back: it opens nothing from now on')
    .action((text: string, _options: object, command: Command) =>
      run(command, async (session) => {
        const id = await findGrantId(session, text);
        session.output.outcome(
          await session.ask('adminRevokeAccess', { parameters: { id } }),
          'The leave is taken back.',
        );
      }),
    );
  examples(revoke, ['access list', 'access revoke 3f2a91c4']);
}

function readCount(text: string, option: string, maximum: number): number {
  if (/^[1-9]\d{0,3}$/.test(text) && Number(text) <= maximum) return Number(text);
  throw misuse(`${option} takes a whole number from 1 to ${maximum}, and not ${text}.`);
}
