import { type Argument, Command, type Option } from 'commander';
import packageFile from '../../package.json' with { type: 'json' };
import { setSurroundings, type Surroundings } from './run.ts';

/** What one command line has that another has not. */
export interface ProgramParts extends Surroundings {
  readonly description: string;
  /** Options that say which gate is meant. */
  readonly gateOptions: readonly Option[];
  /** The same in the help of the program, below the list of commands. */
  readonly whichGate: string;
  /** Those of the options that the help of each command reminds of. */
  readonly reminder: string;
  readonly examples: readonly string[];
  readonly commands: readonly ((program: Command) => void)[];
}

const IN_SCRIPTS = `In scripts:
  With --json the answer is one object on standard output, also of a failure:
  {"error": {"code": "…", "message": "…", "next": "…"}}, and the exit code says
  what kind of failure it is. What is more than one object says so in its help.

Exit codes:
  0  done                         3  no server was reached
  1  the server failed            4  you may not
  2  not understood: the command, 5  refused as things stand, such as a name
     a value or a file is wrong      that is taken or a person no one knows`;

/** A command line with everything that does not depend on which commands it has. */
export function assembleProgram(parts: ProgramParts): Command {
  const { streams, commands, examples, whichGate, reminder } = parts;
  const program = new Command('vestibule')
    .description(parts.description)
    .version(packageFile.version, '--version', 'print the version')
    .helpOption('-h, --help', 'say what a command does')
    .helpCommand(false);
  for (const option of parts.gateOptions) program.addOption(option);
  program
    .option('--json', 'answer in JSON, for scripts')
    .configureOutput({ writeOut: streams.out, writeErr: streams.err, outputError: () => undefined })
    .showSuggestionAfterError(true)
    .exitOverride()
    .addHelpText(
      'after',
      `\n${[whichGate, IN_SCRIPTS, ['Examples:', ...examples.map((one) => `  $ vestibule ${one}`)].join('\n')].join('\n\n')}`,
    );
  setSurroundings(program, parts);
  for (const add of commands) add(program);
  for (const command of program.commands) finish(command, reminder);
  return program;
}

/** What holds for every command below the program, and those below them. */
function finish(command: Command, reminder: string): void {
  command.helpCommand(false);
  // Options stand in the help of each: in a list they only take room.
  command.configureHelp({
    subcommandTerm: (below) => [below.name(), ...below.registeredArguments.map(argumentText)].join(' '),
  });
  if (command.commands.length === 0) {
    command.addHelpText('after', `\nOptions of every command (${reminder}): vestibule --help`);
  }
  for (const below of command.commands) finish(below, reminder);
}

function argumentText(argument: Argument): string {
  const name = `${argument.name()}${argument.variadic ? '...' : ''}`;
  return argument.required ? `<${name}>` : `[${name}]`;
}
