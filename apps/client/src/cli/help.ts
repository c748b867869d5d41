import { CLIENT_VERSION } from '../version.ts';
import type { Command, CommandContext } from './command.ts';
import { formatTable } from './table.ts';

const GLOBAL_OPTIONS = [['--state DIR', 'Use this state folder (also WORKPLACE_STATE)']];
const HELP_OPTION = ['-h, --help', 'Explain a command'];

const EXIT_CODES = [
  ['0', 'Everything is fine'],
  ['1', 'Something needs attention: a check failed, a fix was not made, the doctor found something'],
  ['2', 'The command was not understood'],
  ['3', 'Workplace could not do it'],
];

const indent = (text: string) => text.replaceAll(/^/gm, '  ');

/**
 * The overview that `workplace --help` prints.
 * @param development lines about options that only a development build has
 */
export function overview(commands: readonly Command[], development: CommandContext['developmentHelp']): string {
  const listed = commands.filter(({ isInternal }) => isInternal !== true);
  return [
    `Workplace ${CLIENT_VERSION} reads this computer's security settings, repairs them, and answers your company's`,
    'sign-in page through the browser. It sends facts only when you sign in, or where it was given an account, and opens',
    'no network port.',
    '',
    'Commands',
    indent(formatTable(listed.map(({ name, summary }) => [`workplace ${name}`, summary]))),
    '',
    'Options of every command',
    indent(formatTable([...GLOBAL_OPTIONS, ...development, HELP_OPTION])),
    '',
    'Exit codes',
    indent(formatTable(EXIT_CODES)),
    '',
    'Start with `workplace status`. It also tells how to take back what Workplace has fixed. When the sign-in page does',
    'not find this computer, run `workplace doctor`.',
    'More about a command: `workplace <command> --help`.',
  ].join('\n');
}

/** What `workplace <command> --help` prints. */
export function commandHelp({ name, usage, explanation, examples, options }: Command): string {
  const rows = Object.entries(options).map(([option, { placeholder, help }]) => [
    `--${option}${placeholder === undefined ? '' : ` ${placeholder}`}`,
    help,
  ]);
  return [
    `workplace ${name} ${usage}`.trimEnd(),
    '',
    ...explanation,
    ...(rows.length === 0 ? [] : ['', 'Options', indent(formatTable(rows))]),
    '',
    'Examples',
    indent(examples.join('\n')),
    '',
    'Options of every command and exit codes: workplace --help',
  ].join('\n');
}
