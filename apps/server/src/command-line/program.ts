import { type Argument, Command, Option } from 'commander';
import packageFile from '../../package.json' with { type: 'json' };
import { addAccessCommands } from './commands/access.ts';
import { addApplicationCommands } from './commands/application.ts';
import { addAuditCommand } from './commands/audit.ts';
import { addBackupCommands } from './commands/backup.ts';
import { addCompanyCommands } from './commands/company.ts';
import { addConnectCommand } from './commands/connect.ts';
import { addDeviceCommands } from './commands/device.ts';
import { addDoctorCommand } from './commands/doctor.ts';
import { addExtensionCommand } from './commands/extension.ts';
import { addFeatureCommands } from './commands/feature.ts';
import { addExemptionCommands } from './commands/exemption.ts';
import { addGateCommands } from './commands/gate.ts';
import { addIdentityProviderCommands } from './commands/identity-provider.ts';
import { addKeyCommands } from './commands/key.ts';
import { addLifecycleCommands } from './commands/lifecycle.ts';
import { addMailCommands } from './commands/mail.ts';
import { addMasterKeyCommands } from './commands/master-key.ts';
import { addPersonCommands } from './commands/person.ts';
import { addPolicyCommands } from './commands/policy.ts';
import { addProviderCommands } from './commands/provider.ts';
import { addSecondStepCommand } from './commands/second-step.ts';
import { addSetUpCommand } from './commands/setup.ts';
import { addReportCommand } from './commands/report.ts';
import { addSiloCommands } from './commands/silo.ts';
import { addStatusCommand } from './commands/status.ts';
import { addSupportCommand } from './commands/support.ts';
import { addSupportBlockCommands } from './commands/support-block.ts';
import { addTokenCommands } from './commands/token.ts';
import type { Streams } from './output.ts';
import { setStreams } from './run.ts';

const AFTER_HELP = `
Which server:
  Without more, the one whose data folder is .data in this folder, through the
  socket it keeps there for the user it runs as. A server on another computer:
  --url https://gate.example.com --token-file FILE, with a token that was made
  there: vestibule token create --help.

In scripts:
  With --json the answer is one object on standard output, also of a failure:
  {"error": {"code": "…", "message": "…", "next": "…"}}, and the exit code says
  what kind of failure it is. What is more than one object says so in its help.

Exit codes:
  0  done                         3  no server was reached
  1  the server failed            4  you may not
  2  not understood: the command, 5  refused as things stand, such as a name
     a value or a file is wrong      that is taken or a person nobody knows

Examples:
  $ vestibule status
  $ vestibule person list --search keller
  $ vestibule access grant nadia --hours 4 --reason "laptop is being replaced"
  $ vestibule policy check policy.yaml
  $ vestibule person block tomas --reason "left the company" --dry-run`;

/** Every command, as `vestibule --help` shows them. */
export function createProgram(streams: Streams): Command {
  const program = new Command('vestibule')
    .description('Runs a Vestibule gate: companies, people, computers, applications and the policy.')
    .version(packageFile.version, '--version', 'print the version')
    .helpOption('-h, --help', 'say what a command does')
    .helpCommand(false)
    .addOption(
      new Option('--data <folder>', 'data folder of the server on this computer')
        .env('VESTIBULE_DATA')
        .default('.data'),
    )
    .addOption(
      new Option(
        '--url <address>',
        'address of a gate on another computer; for setup, doctor and extension, the address that people open',
      ).env('VESTIBULE_URL'),
    )
    .addOption(
      new Option('--token-file <file>', 'file that holds the token for it; - reads it from standard input').env(
        'VESTIBULE_TOKEN_FILE',
      ),
    )
    .addOption(new Option('--company <name>', 'the company, where there are several').env('VESTIBULE_COMPANY'))
    .option('--json', 'answer in JSON, for scripts')
    .configureOutput({ writeOut: streams.out, writeErr: streams.err, outputError: () => undefined })
    .showSuggestionAfterError(true)
    .exitOverride()
    .addHelpText('after', AFTER_HELP);
  setStreams(program, streams);
  addSetUpCommand(program);
  addStatusCommand(program);
  addDoctorCommand(program);
  addExtensionCommand(program);
  addCompanyCommands(program);
  addSupportBlockCommands(program);
  addMailCommands(program);
  addFeatureCommands(program);
  addPersonCommands(program);
  addDeviceCommands(program);
  addApplicationCommands(program);
  addAccessCommands(program);
  addPolicyCommands(program);
  addExemptionCommands(program);
  addLifecycleCommands(program);
  addGateCommands(program);
  addConnectCommand(program);
  addIdentityProviderCommands(program);
  addSecondStepCommand(program);
  addKeyCommands(program);
  addTokenCommands(program);
  addSupportCommand(program);
  addReportCommand(program);
  addAuditCommand(program);
  addProviderCommands(program);
  addSiloCommands(program);
  addBackupCommands(program);
  addMasterKeyCommands(program);
  for (const command of program.commands) finish(command);
  return program;
}

/** What holds for every command below the program, and those below them. */
function finish(command: Command): void {
  command.helpCommand(false);
  // Options stand in the help of each: in a list they only take room.
  command.configureHelp({
    subcommandTerm: (below) => [below.name(), ...below.registeredArguments.map(argumentText)].join(' '),
  });
  if (command.commands.length === 0) {
    command.addHelpText('after', '\nOptions of every command (--json, --company, --data, --url): vestibule --help');
  }
  for (const below of command.commands) finish(below);
}

function argumentText(argument: Argument): string {
  const name = `${argument.name()}${argument.variadic ? '...' : ''}`;
  return argument.required ? `<${name}>` : `[${name}]`;
}
