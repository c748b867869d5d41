import { commandLine, type Outcome } from '@vestibule/contracts';
import type { Command } from 'commander';
import { ACCEPT_NO_ADMINISTRATOR, acceptedQuery, type AcceptOptions } from '../frame/accept-no-administrator.ts';
import type { CallParts } from '../frame/client.ts';
import { CommandFailure, misuse } from '../frame/failure.ts';
import { timeText } from '../frame/output.ts';
import { findPersonId, findUpstreamId } from '../frame/resolve.ts';
import { changing, examples, type Run, run } from '../frame/run.ts';
import { mailing, type MailingOptions, mailingQuery } from './mailing.ts';
import { printLink } from './print-link.ts';

interface RoleOptions extends AcceptOptions {
  readonly allCompanies?: true;
}

const ROLES = ['auditor', 'support', 'administrator'] as const;

export function addPersonAccessCommands(person: Command): void {
  addInviteCommand(person);
  addBlockCommands(person);
  addRoleCommand(person);
  addSessionCommands(person);
  addFactorCommands(person);
}

function addInviteCommand(person: Command): void {
  const invite = mailing(changing(person.command('invite <login>')))
    .description('make a link to sign up with, or to choose a new password')
    .option('--lost-passkey', 'take their passkeys and second factors away first, and end their sessions')
    .action((login: string, options: { readonly lostPasskey?: boolean } & MailingOptions, command: Command) =>
      run(command, async (session) => {
        const { ask, output } = session;
        const { lostPasskey = false } = options;
        const personId = await findPersonId(session, login);
        // A link that makes up for a lost passkey is handed over: a mailbox is no proof of who reads it.
        const query = mailingQuery(lostPasskey ? { ...options, mail: false } : options);
        const invitation = { parameters: { personId }, query };
        const reset = lostPasskey ? await takeFactors(session, login, invitation) : null;
        const made = await ask('adminInvitePerson', invitation).catch((error: unknown) => {
          throw reset === null || session.isDryRun ? error : withoutLink(error, login);
        });
        const invited = {
          ...made,
          changes: [...(reset?.changes ?? []), ...made.changes],
          warnings: [...(reset?.warnings ?? []), ...made.warnings],
        };
        output.answer(invited, () => {
          output.outcomeText(invited, `${login} is invited.`);
          const { link, expiresAt, changes } = invited;
          const mailedTo = invited.isMailed ? String(changes.find(({ field }) => field === 'mail')?.to) : null;
          if (link !== null) printLink(output, { link, expiresAt, mailedTo });
        });
      }),
    );
  examples(invite, ['person invite ilse', 'person invite ilse --language de', 'person invite ilse --lost-passkey']);
}

/**
 * Takes what someone has lost, also of the only administrator: the link that follows is their way in. Where there would be
 * no link, nothing is taken.
 */
async function takeFactors(
  { ask }: Run,
  login: string,
  invitation: CallParts<'adminInvitePerson'> & { readonly parameters: { readonly personId: string } },
): Promise<Outcome> {
  await ask('adminInvitePerson', { ...invitation, isDryRun: true });
  const query = { acceptsNoAdministrator: 'true' } as const;
  const reset = await ask('adminResetFactors', { parameters: invitation.parameters, query });
  const taken = reset.changes.length === 0 ? [] : [`${login} has no passkey and no second factor now.`];
  return { ...reset, warnings: reset.isDryRun ? reset.warnings : [...taken, ...reset.warnings] };
}

/** What was taken is gone, though the link that was to follow is not there. */
function withoutLink(error: unknown, login: string): unknown {
  if (!(error instanceof CommandFailure)) return error;
  const { exitCode, message, details } = error;
  const gone = `${login} has no passkey and no second factor any more, and there is no link yet: ${commandLine({ command: ['person', 'invite'], names: [login] })}`;
  return new CommandFailure(exitCode, `${message} ${gone}`, details);
}

function addBlockCommands(person: Command): void {
  const block = changing(person.command('block <login>'))
    .description('block a person: every session of theirs ends at once')
    .requiredOption('--reason <text>', 'why, for the audit log')
    .option(...ACCEPT_NO_ADMINISTRATOR)
    .action(
      (login: string, options: { readonly reason: string; readonly acceptNoAdministrator?: true }, command: Command) =>
        run(command, async (session) => {
          const parameters = { personId: await findPersonId(session, login) };
          const { reason, acceptNoAdministrator: acceptsNoAdministrator } = options;
          const body = { isBlocked: true, reason, acceptsNoAdministrator };
          const outcome = await session.ask('adminBlockPerson', { parameters, body });
          session.output.outcome(outcome, `${login} is blocked.`);
        }),
    );
  examples(block, ['person block tomas --reason "left the company" --dry-run']);
  changing(person.command('unblock <login>'))
    .description('let a person in again')
    .requiredOption('--reason <text>', 'why, for the audit log')
    .action((login: string, { reason }: { readonly reason: string }, command: Command) =>
      run(command, async (session) => {
        const parameters = { personId: await findPersonId(session, login) };
        const outcome = await session.ask('adminBlockPerson', { parameters, body: { isBlocked: false, reason } });
        session.output.outcome(outcome, `${login} may sign in again.`);
      }),
    );
}

function addRoleCommand(person: Command): void {
  const role = changing(person.command('role <login> <role>'))
    .description('give a role: auditor (reads), support (also computers and access), administrator (all), or none')
    .option('--all-companies', 'in every company of the provider that runs this one')
    .option(...ACCEPT_NO_ADMINISTRATOR)
    .action((login: string, name: string, options: RoleOptions, command: Command) =>
      run(command, async (session) => {
        const wanted = name === 'none' ? null : ROLES.find((one) => one === name);
        if (wanted === undefined) throw misuse(`${name} is no role. There are ${ROLES.join(', ')}, and none.`);
        const parameters = { personId: await findPersonId(session, login) };
        const reach = options.allCompanies === true ? ('msp' as const) : ('company' as const);
        const body = { role: wanted, reach, acceptsNoAdministrator: options.acceptNoAdministrator };
        const outcome = await session.ask('adminSetRole', { parameters, body });
        session.output.outcome(outcome, wanted === null ? `${login} has no role now.` : `${login} is ${wanted} now.`);
      }),
    );
  examples(role, [
    'person role ilse support',
    'person role ilse none',
    'person role ilse administrator --all-companies',
  ]);
}

function addSessionCommands(person: Command): void {
  person
    .command('sessions <login>')
    .description('where a person is signed in now, and with which computers')
    .action((login: string, _options: object, command: Command) =>
      run(command, async (session) => {
        const { ask, output } = session;
        const found = await ask('adminSessions', { parameters: { personId: await findPersonId(session, login) } });
        output.answer(found, () =>
          output.table(
            found.sessions,
            [
              { heading: 'SINCE (UTC)', cell: ({ startedAt }) => timeText(startedAt) },
              { heading: 'LAST SEEN', cell: ({ lastSeenAt }) => timeText(lastSeenAt) },
              { heading: 'BY', cell: ({ factors }) => factors.join(', '), isFlexible: true },
              { heading: 'FROM', cell: ({ address }) => address || '-', isFlexible: true },
              {
                heading: 'COMPUTERS',
                cell: ({ devices }) => devices.map(({ name, state }) => `${name} (${state})`).join(', ') || '-',
                isFlexible: true,
              },
            ],
            `${login} is signed in nowhere.`,
          ),
        );
      }),
    );
  changing(person.command('sign-out <login>'))
    .description('sign a person out everywhere, at once')
    .option('--accounts', 'end the accounts of their installed clients too: each then needs a new device token')
    .action((login: string, { accounts = false }: { readonly accounts?: boolean }, command: Command) =>
      run(command, async (session) => {
        const parameters = { personId: await findPersonId(session, login) };
        const query = accounts ? { accounts: 'true' as const } : {};
        const outcome = await session.ask('adminEndSessions', { parameters, query });
        session.output.outcome(outcome, `${login} is signed out everywhere.`);
      }),
    );
}

function addFactorCommands(person: Command): void {
  changing(person.command('reset-factors <login>'))
    .description('take every second factor away, for a person who has lost them all')
    .option(...ACCEPT_NO_ADMINISTRATOR)
    .action((login: string, options: AcceptOptions, command: Command) =>
      run(command, async (session) => {
        const parameters = { personId: await findPersonId(session, login) };
        const outcome = await session.ask('adminResetFactors', { parameters, query: acceptedQuery(options) });
        session.output.outcome(outcome, `${login} has no second factor now. Every session of theirs has ended.`);
      }),
    );
  const link = changing(person.command('link <login>'))
    .description('say which account at the company’s own identity provider a person has')
    .option('--identity-provider <name>', 'the identity provider')
    .option('--subject <text>', 'how it names the person: sub, or the persistent NameID')
    .option('--remove', 'the person signs in here again')
    .option(...ACCEPT_NO_ADMINISTRATOR)
    .action((login: string, options: LinkOptions, command: Command) =>
      run(command, async (session) => {
        const { identityProvider, subject, remove = false } = options;
        if (
          remove === (identityProvider !== undefined) ||
          (identityProvider === undefined) !== (subject === undefined)
        ) {
          throw misuse('Name --identity-provider and --subject, or --remove.');
        }
        const parameters = { personId: await findPersonId(session, login) };
        const found =
          identityProvider === undefined || subject === undefined
            ? null
            : { upstreamId: await findUpstreamId(session, identityProvider), subject };
        const query = acceptedQuery(options);
        const outcome = await session.ask('adminLinkPerson', { parameters, body: { link: found }, query });
        session.output.outcome(outcome, found === null ? `${login} signs in here.` : `${login} signs in there.`);
      }),
    );
  examples(link, ['person link ilse --identity-provider Entra --subject 0f3c9a52-…', 'person link ilse --remove']);
}

interface LinkOptions extends AcceptOptions {
  readonly identityProvider?: string;
  readonly subject?: string;
  readonly remove?: boolean;
}
