import {
  addAccessCommands,
  addAccountCommands,
  addApplicationCommands,
  addAuditCommand,
  addCompanyCommands,
  addDeviceCommands,
  addExemptionCommands,
  addFeatureCommands,
  addFirstStepsCommand,
  addPackagesCommands,
  addGateCommands,
  addIdentityProviderCommands,
  addKeyCommands,
  addLifecycleCommands,
  addMailCommands,
  addPersonCommands,
  addPolicyCommands,
  addReportCommand,
  addSearchCommand,
  addSignInCommands,
  addSoftwareCommands,
  addStatusCommand,
  addSupportBlockCommands,
  addSupportCommand,
  addTokenCommands,
  assembleProgram,
  type Command,
  companyOption,
  Option,
  type Streams,
  tokenFileOption,
  urlOption,
} from '@vestibule/command-line';
import { addBackupCommands } from './commands/backup.ts';
import { addConnectCommand } from './commands/connect.ts';
import { addDoctorCommand } from './commands/doctor.ts';
import { addExtensionCommand } from './commands/extension.ts';
import { addMasterKeyCommands } from './commands/master-key.ts';
import { POLICY_FILES } from './commands/policy-files.ts';
import { addProviderCommands } from './commands/provider.ts';
import { addSecondStepCommand } from './commands/second-step.ts';
import { addSetUpCommand } from './commands/setup.ts';
import { addSiloCommands } from './commands/silo.ts';
import { SOFTWARE_FILES } from './commands/software.ts';
import { openTransport } from './transport.ts';

const COMMANDS: readonly ((program: Command) => void)[] = [
  addSetUpCommand,
  addStatusCommand,
  addFirstStepsCommand,
  addPackagesCommands,
  addDoctorCommand,
  addExtensionCommand,
  addCompanyCommands,
  addSupportBlockCommands,
  addMailCommands,
  addFeatureCommands,
  addPersonCommands,
  addDeviceCommands,
  addApplicationCommands,
  addAccessCommands,
  (program) => addPolicyCommands(program, POLICY_FILES),
  addExemptionCommands,
  addLifecycleCommands,
  (program) => addSoftwareCommands(program, SOFTWARE_FILES),
  addGateCommands,
  addConnectCommand,
  addIdentityProviderCommands,
  addSecondStepCommand,
  addKeyCommands,
  addTokenCommands,
  addSearchCommand,
  addSupportCommand,
  addSignInCommands,
  addReportCommand,
  addAuditCommand,
  addAccountCommands,
  addProviderCommands,
  addSiloCommands,
  addBackupCommands,
  addMasterKeyCommands,
];

const WHICH_GATE = `Which server:
  Without more, the one whose data folder is .data in this folder, through the
  socket it keeps there for the user it runs as. A server on another computer:
  --url https://gate.example.com, after vestibule login --url … with your own
  account there, or with --token-file FILE and a token that was made there:
  vestibule token create --help.`;

/** Every command, as `vestibule --help` shows them: those that ask a gate, and those that work on the server's folder. */
export function createProgram(streams: Streams): Command {
  return assembleProgram({
    streams,
    open: openTransport,
    description: 'Runs a Vestibule gate: companies, people, computers, applications and the policy.',
    gateOptions: [
      new Option('--data <folder>', 'data folder of the server on this computer')
        .env('VESTIBULE_DATA')
        .default('.data'),
      urlOption('address of a gate on another computer; for setup, doctor and extension, the address that people open'),
      tokenFileOption(),
      companyOption(),
    ],
    whichGate: WHICH_GATE,
    reminder: '--json, --company, --data, --url',
    examples: [
      'status',
      'person list --search keller',
      'access grant nadia --hours 4 --reason "laptop is being replaced"',
      'policy check policy.yaml',
      'person block tomas --reason "left the company" --dry-run',
    ],
    commands: COMMANDS,
  });
}
