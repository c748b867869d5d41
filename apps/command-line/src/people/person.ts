import {
  BROUGHT,
  type Brought,
  commandLine,
  type PEOPLE_SORTS,
  type VerdictName,
  VERDICTS,
} from '@vestibule/contracts';
import type { Command } from 'commander';
import { dayText, timeText } from '../frame/output.ts';
import { findPerson, findPersonId } from '../frame/resolve.ts';
import { personVerdictText, verdictCell, verdictSentence } from '../frame/verdict-text.ts';
import { changing, examples, run } from '../frame/run.ts';
import { readSettings } from '../frame/settings-input.ts';
import { addPersonAccessCommands } from './person-access.ts';
import { addPersonDataCommands } from './person-data.ts';
import { mailing, type MailingOptions, mailingQuery } from './mailing.ts';
import { printLink } from './print-link.ts';
import { printSettings } from '../frame/print-settings.ts';

export function addPersonCommands(program: Command): void {
  const person = program
    .command('person')
    .description('people: who they are, what they may, and what is kept about them');
  addListCommand(person);
  addShowCommand(person);
  addWriteCommands(person);
  addPersonAccessCommands(person);
  addPersonDataCommands(person);
}

interface ListOptions {
  readonly search?: string;
  readonly group?: string;
  readonly role?: 'auditor' | 'support' | 'administrator';
  readonly blocked?: boolean;
  readonly verdict?: VerdictName;
  readonly seen?: string;
  readonly without?: Brought;
  readonly sort?: (typeof PEOPLE_SORTS)[number];
  readonly limit?: string;
  readonly after?: string;
}

function addListCommand(person: Command): void {
  const list = person
    .command('list')
    .description('people by login, a page at a time')
    .option('--search <text>', 'part of login, name or e-mail address')
    .option('--group <name>', 'those of a group')
    .option('--role <role>', 'auditor, support or administrator')
    .option('--blocked', 'those who are blocked')
    .option('--verdict <verdict>', `by their best computer: ${VERDICTS.join(', ')}`)
    .option('--seen <moment>', 'a computer of theirs has reported since then, or never has: "never"')
    .option('--without <what>', `came in the last 14 days, and this has not answered since: ${BROUGHT.join(', ')}`)
    .option('--sort <order>', 'login, name or seen; with a hyphen before it, from the end')
    .option('--limit <n>', 'how many at once, up to 200')
    .option('--after <place>', 'the next page, as the page before says')
    .action(({ blocked, ...query }: ListOptions, command: Command) =>
      run(command, async ({ ask, output }) => {
        const found = await ask('adminPeople', {
          query: { ...query, ...(blocked === true ? { isBlocked: 'true' } : {}) },
        });
        output.answer(found, () => {
          output.table(
            found.people,
            [
              { heading: 'LOGIN', cell: ({ login }) => login, isFlexible: true },
              { heading: 'NAME', cell: ({ displayName }) => displayName, isFlexible: true },
              { heading: 'E-MAIL', cell: ({ email }) => email, isFlexible: true },
              { heading: 'ROLE', cell: ({ role }) => (role === null ? '-' : role.role) },
              { heading: 'STATE', cell: ({ blockedAt }) => (blockedAt === null ? 'active' : 'blocked') },
              { heading: 'VERDICT', cell: (each) => verdictCell({ ...each, failing: [], unknown: [] }) },
            ],
            'No one.',
          );
          if (found.people.length < found.total) output.say(`${found.people.length} of ${found.total} people.`);
          if (found.next !== null) output.say(`More: the same with --after ${found.next}`);
        });
      }),
    );
  examples(list, ['person list --search keller', 'person list --role administrator', 'person list --blocked --json']);
}

function addShowCommand(person: Command): void {
  person
    .command('show <person>')
    .description('one person, by login, name, e-mail address or support code: kept out or not, and how they sign in')
    .action((login: string, _options: object, command: Command) =>
      run(command, async (session) => {
        const { ask, output } = session;
        const personId = await findPerson(session, login);
        const found = await ask('adminPerson', { parameters: { personId } });
        const { devices } = await ask('adminDevices', { query: { personId, limit: '20' } });
        output.answer({ ...found, computers: devices }, () => {
          output.say(`${found.displayName}: ${personVerdictText(found)}.`);
          for (const computer of devices) {
            output.say(`${computer.label ?? computer.name}: ${verdictSentence(computer)}`, 2);
            for (const { checkType, holds } of [...computer.failing, ...computer.unknown]) {
              if (holds === 'stops') output.say(checkType, 4);
            }
          }
          output.line();
          output.facts([
            ['Login', found.login],
            ['Name', found.displayName],
            ['E-mail', found.email],
            ['Type', found.type],
            ['Groups', found.groups.join(', ')],
            ['State', found.blockedAt === null ? 'active' : `blocked since ${timeText(found.blockedAt)} UTC`],
            ['Role', roleText(found.role)],
            ['Signs in by', signInText(found)],
            ['Second factor', found.secondFactors.map(({ kind, name }) => `${kind} (${name})`).join(', ')],
            ['Invitation', found.invitedUntil === null ? '' : `open until ${timeText(found.invitedUntil)} UTC`],
            ['Tokens', found.tokens.map(tokenText).join(', ')],
            ['Since', dayText(found.createdAt)],
            ['Id', found.id],
          ]);
          output.line();
          printSettings(output, found.settings, found.explicitSettings);
        });
      }),
    );
}

function roleText(role: { readonly role: string; readonly reach: string } | null): string {
  if (role === null) return '';
  return role.reach === 'msp' ? `${role.role} of every company of the provider` : role.role;
}

interface MadeToken {
  readonly name: string;
  readonly role: string;
  readonly expiresAt: string;
  readonly lastUsedAt: string | null;
}

function tokenText({ name, role, expiresAt, lastUsedAt }: MadeToken): string {
  const used = lastUsedAt === null ? 'never used' : `used ${dayText(lastUsedAt)}`;
  return `${name} (${role}, until ${dayText(expiresAt)}, ${used})`;
}

interface WaysIn {
  readonly login: string;
  readonly hasPassword: boolean;
  readonly upstream: string | null;
  readonly signsInThere: boolean;
  readonly secondFactors: readonly { readonly kind: string }[];
}

/** @param ways a passkey opens the account by itself as well */
export function signInText({ login, hasPassword, upstream, signsInThere, secondFactors }: WaysIn): string {
  if (upstream !== null && signsInThere) return `the identity provider ${upstream}`;
  const hasPasskey = secondFactors.some(({ kind }) => kind === 'passkey');
  const ways = [...(hasPassword ? ['a password'] : []), ...(hasPasskey ? ['a passkey'] : [])];
  return ways.length > 0
    ? ways.join(' or ')
    : `nothing yet; invite them: ${commandLine({ command: ['person', 'invite'], names: [login] })}`;
}

interface AddOptions {
  readonly name: string;
  readonly email: string;
  readonly type?: string;
  readonly group?: string[];
  readonly invite?: boolean;
}

function addWriteCommands(person: Command): void {
  const add = mailing(changing(person.command('add <login>')))
    .description('add a person')
    .requiredOption('--name <text>', 'first and last name')
    .requiredOption('--email <address>', 'e-mail address')
    .option('--type <text>', 'such as employee or contractor')
    .option('--group <name...>', 'groups that applications are told')
    .option('--invite', 'make the link with which they sign up')
    .action((login: string, options: AddOptions & MailingOptions, command: Command) =>
      run(command, async ({ ask, output, isDryRun }) => {
        const { name: displayName, email, type, group: groups } = options;
        const added = await ask('adminAddPerson', { body: { login, displayName, email, type, groups } });
        const { personId } = added;
        const invited =
          options.invite === true && !isDryRun && personId !== null
            ? await ask('adminInvitePerson', { parameters: { personId }, query: mailingQuery(options) })
            : null;
        const { link = null, expiresAt = null, isMailed = false, warnings = [] } = invited ?? {};
        output.answer({ ...added, warnings: [...added.warnings, ...warnings], link, expiresAt, isMailed }, () => {
          output.outcomeText(added, `${login} is there.`);
          output.notes(warnings);
          if (link !== null) printLink(output, { link, expiresAt, mailedTo: isMailed ? email : null });
        });
      }),
    );
  examples(add, ['person add ilse --name "Ilse Brandt" --email ilse@alderbrook.example --invite']);

  const set = changing(person.command('set <login>'))
    .description('change login, name, e-mail address, type or groups')
    .option('--login <login>', 'the new login')
    .option('--name <text>', 'first and last name')
    .option('--email <address>', 'e-mail address')
    .option('--type <text>', 'such as employee or contractor')
    .option('--group <name...>', 'every group the person is in from now on')
    .option('--no-groups', 'take the person out of every group')
    .action((login: string, options: Partial<AddOptions> & { login?: string; groups: boolean }, command: Command) =>
      run(command, async (session) => {
        const personId = await findPersonId(session, login);
        const groups = options.groups ? options.group : [];
        const { login: newLogin, name: displayName, email, type } = options;
        const body = { login: newLogin, displayName, email, type, groups };
        const outcome = await session.ask('adminUpdatePerson', { parameters: { personId }, body });
        session.output.outcome(outcome, `${login} is changed.`);
      }),
    );
  examples(set, ['person set ilse --name "Ilse Keller"', 'person set ilse --group sales europe']);

  const settings = person.command('settings').description('what is set for one person alone');
  const write = changing(settings.command('set <login> <name=value...>'))
    .description('set settings for one person; null leaves one to the company')
    .action((login: string, pairs: string[], _options: object, command: Command) =>
      run(command, async (session) => {
        const personId = await findPersonId(session, login);
        const current = async () => (await session.ask('adminPerson', { parameters: { personId } })).settings;
        const body = { set: await readSettings(pairs, current), reset: [] };
        const outcome = await session.ask('adminSetPersonSettings', { parameters: { personId }, body });
        session.output.outcome(outcome, `The settings of ${login} are changed.`);
      }),
    );
  examples(write, [
    'person settings set nadia updateChannel=early',
    'person settings set nadia isRemediationEnabled=false',
  ]);
  changing(settings.command('reset <login> <name...>'))
    .description('leave settings to the company again')
    .action((login: string, reset: string[], _options: object, command: Command) =>
      run(command, async (session) => {
        const personId = await findPersonId(session, login);
        const body = { set: {}, reset };
        const outcome = await session.ask('adminSetPersonSettings', { parameters: { personId }, body });
        session.output.outcome(outcome, `The settings of ${login} have their standard again.`);
      }),
    );
}
