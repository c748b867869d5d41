import { MAIL_LANGUAGES, MAIL_SECURITIES } from '@vestibule/contracts';
import type { Command } from 'commander';
import { CommandFailure, errorOf, EXIT_CODES, misuse } from '../frame/failure.ts';
import { readSecretFile } from '../frame/files.ts';
import { timeText } from '../frame/output.ts';
import { changing, examples, run } from '../frame/run.ts';

interface SetOptions {
  readonly host?: string;
  readonly port?: string;
  readonly security?: string;
  readonly user?: string | false;
  readonly passwordFile?: string;
  readonly sender?: string;
  readonly language?: string;
  readonly alerts?: string[] | false;
  readonly accessRequests?: string[] | false;
}

const STANDARD_PORTS = { tls: 465, starttls: 587, none: 25 } as const;

export function addMailCommands(program: Command): void {
  const mail = program.command('mail').description('the mail server of the company, for invitations and alerts');
  mail
    .command('show', { isDefault: true })
    .description('the mail server that is set')
    .action((_options: object, command: Command) =>
      run(command, async ({ ask, output }) => {
        const found = await ask('adminMail');
        output.answer(found, () => {
          if (found.mail === null)
            return output.say('None is set: invitations are links to copy, and no mail is sent.');
          const { settings, changedAt } = found.mail;
          output.facts([
            ['Server', `${settings.host}:${settings.port}`],
            ['Protected by', PROTECTIONS[settings.security]],
            ['Login', settings.user ?? 'none'],
            ['Sender', settings.sender],
            ['Language', settings.language],
            ['Alerts to', settings.alerts.join(', ')],
            ['Access requests to', settings.accessRequests.join(', ')],
            ['Since (UTC)', timeText(changedAt)],
          ]);
        });
      }),
    );
  addSetCommand(mail);
  const test = changing(mail.command('test [address]'))
    .description('send a mail to see that it comes; --dry-run only reaches the server and logs in')
    .action((address: string | undefined, _options: object, command: Command) =>
      run(command, async ({ ask, output, isDryRun }) => {
        if (address === undefined && !isDryRun) throw misuse('Say whom the mail is for, or --dry-run.');
        const trial = await ask('adminTryMail', { body: { to: address } });
        const failure = new CommandFailure(EXIT_CODES.refused, 'No mail can be sent as it is set.');
        const shown = errorOf(failure, 'vestibule mail set --help');
        const error = trial.isGood ? {} : { error: { ...shown, next: trial.next ?? shown.next } };
        output.answer({ ...trial, ...error }, () => {
          output.say(trial.sentence);
          if (trial.next !== null) output.say(`-> ${trial.next}`, 2);
        });
        if (!trial.isGood) throw failure;
      }),
    );
  examples(test, ['mail test --dry-run', 'mail test ilse@alderbrook.example']);
  changing(mail.command('remove'))
    .description('forget the mail server and its password: no mail is sent from then on')
    .action((_options: object, command: Command) =>
      run(command, async ({ ask, output }) =>
        output.outcome(await ask('adminRemoveMail'), 'No mail server is set any more.'),
      ),
    );
}

const PROTECTIONS = {
  tls: 'TLS from the first byte',
  starttls: 'STARTTLS, or nothing is said',
  none: 'nothing',
} as const;

function addSetCommand(mail: Command): void {
  const set = changing(mail.command('set'))
    .description('set the mail server, or change what is named of it')
    .option('--host <name>', 'its name')
    .option('--port <number>', 'its port, if it is not the usual one (465, 587 or 25)')
    .option('--security <way>', 'tls (from the first byte), starttls or none')
    .option('--user <name>', 'the login')
    .option('--no-user', 'it takes mails from this server without a login')
    .option('--password-file <file>', 'the password of the login; - reads standard input')
    .option('--sender <address>', 'the address that mails come from')
    .option('--language <code>', `of mails that name no other language: ${MAIL_LANGUAGES.join(', ')}`)
    .option(
      '--alerts <address...>',
      'who is mailed when the brake has acted, and two days before a stage begins by itself',
    )
    .option('--no-alerts', 'no one')
    .option('--access-requests <address...>', 'who gets a mail when a person asks for temporary access')
    .option('--no-access-requests', 'no one')
    .action((options: SetOptions, command: Command) =>
      run(command, async ({ ask, output }) => {
        const { host, sender, user, passwordFile, alerts, accessRequests } = options;
        const security = oneOf('--security', MAIL_SECURITIES, options.security);
        const password = passwordFile === undefined ? undefined : await readSecretFile(passwordFile, 'password');
        const body = {
          host,
          port: portOf(options.port) ?? (security === undefined ? undefined : STANDARD_PORTS[security]),
          security,
          sender,
          user: isNamed(command, 'user') ? user || null : undefined,
          password: isNamed(command, 'user') && user === false ? null : password,
          language: oneOf('--language', MAIL_LANGUAGES, options.language),
          alerts: isNamed(command, 'alerts') ? alerts || [] : undefined,
          accessRequests: isNamed(command, 'accessRequests') ? accessRequests || [] : undefined,
        };
        const outcome = await ask('adminSetMail', { body });
        output.outcome(outcome, 'The mail server is set. Try it: vestibule mail test --dry-run');
      }),
    );
  examples(set, [
    'mail set --host smtp.alderbrook.example --security starttls --user gate --password-file smtp.txt --sender gate@alderbrook.example',
    'mail set --alerts it@alderbrook.example --access-requests helpdesk@alderbrook.example',
  ]).addHelpText(
    'after',
    `
The password is kept sealed, and never shown. Another server, port,
protection or user wants it again: a password never follows to a server that it
was not given for.`,
  );
}

/** A `--no-…` gives its option a standard value: only what stands on the command line is sent. */
function isNamed(command: Command, option: string): boolean {
  return command.getOptionValueSource(option) === 'cli';
}

function oneOf<Value extends string>(
  option: string,
  values: readonly Value[],
  text: string | undefined,
): Value | undefined {
  if (text === undefined) return undefined;
  const found = values.find((value) => value === text);
  if (found === undefined) throw misuse(`${option}: ${text} is none of ${values.join(', ')}.`);
  return found;
}

function portOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,5}$/.test(text)) throw misuse(`--port: ${text} is no port.`);
  return Number(text);
}
