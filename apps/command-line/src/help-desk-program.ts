import type { Command } from 'commander';
import { addAccessCommands } from './access/access.ts';
import { addAccountCommands } from './account/login.ts';
import { addApplicationCommands } from './applications/application.ts';
import { addKeyCommands } from './applications/key.ts';
import { addAuditCommand } from './audit/audit.ts';
import { addSignInCommands } from './audit/sign-ins.ts';
import { addReportCommand } from './audit/report.ts';
import { addCompanyCommands } from './companies/company.ts';
import { addFeatureCommands } from './companies/feature.ts';
import { addFirstStepsCommand } from './companies/first-steps.ts';
import { addMailCommands } from './companies/mail.ts';
import { addPackagesCommands } from './companies/packages.ts';
import { addStatusCommand } from './companies/status.ts';
import { addSupportBlockCommands } from './companies/support-block.ts';
import { addDeviceCommands } from './devices/device.ts';
import { assembleProgram } from './frame/assemble-program.ts';
import { companyOption, tokenFileOption, urlOption } from './frame/gate-options.ts';
import type { Streams } from './frame/output.ts';
import { openNetwork } from './frame/transport.ts';
import { addIdentityProviderCommands } from './people/identity-provider.ts';
import { addPersonCommands } from './people/person.ts';
import { addTokenCommands } from './people/token.ts';
import { addExemptionCommands } from './policy/exemption.ts';
import { addGateCommands } from './policy/gate.ts';
import { addLifecycleCommands } from './policy/lifecycle.ts';
import { addPolicyCommands } from './policy/policy.ts';
import { addSoftwareCommands } from './policy/software.ts';
import { addSearchCommand } from './support/search.ts';
import { addSupportCommand } from './support/support.ts';

/** The commands that only ask a gate, wherever it stands. */
const COMMANDS: readonly ((program: Command) => void)[] = [
  addAccountCommands,
  addStatusCommand,
  addFirstStepsCommand,
  addPackagesCommands,
  addSearchCommand,
  addSupportCommand,
  addSignInCommands,
  addPersonCommands,
  addDeviceCommands,
  addAccessCommands,
  addApplicationCommands,
  addPolicyCommands,
  addExemptionCommands,
  addLifecycleCommands,
  addSoftwareCommands,
  addGateCommands,
  addIdentityProviderCommands,
  addKeyCommands,
  addTokenCommands,
  addCompanyCommands,
  addSupportBlockCommands,
  addMailCommands,
  addFeatureCommands,
  addReportCommand,
  addAuditCommand,
];

const WHICH_GATE = `Which gate:
  Sign in once a day, and commands act there in your name:
  vestibule login --url https://gate.example.com
  For scripts, say its address and a file with a token each time:
  --url https://gate.example.com --token-file FILE. Or set VESTIBULE_URL and
  VESTIBULE_TOKEN_FILE once. An administrator makes the token on the server:
  vestibule token create --help. No one else may be able to read that file.

What this command line has not:
  What works on the server's own files is done there, with its own vestibule:
  setup, doctor, backup, restore, extension, master-key, connect, second-step,
  provider, silo, and policy first, check and explain.`;

/** What a help desk is handed: without the server, its folder and its database. */
export function createHelpDeskProgram(streams: Streams): Command {
  return assembleProgram({
    streams,
    open: openNetwork,
    description: 'Asks a Vestibule gate: about people, computers, access, applications and the policy.',
    gateOptions: [urlOption('address of the gate'), tokenFileOption(), companyOption()],
    whichGate: WHICH_GATE,
    reminder: '--json, --company, --url',
    examples: [
      'login --url https://gate.example.com',
      'status',
      'person show nadia',
      'support 7KQ-42M',
      'access grant nadia --hours 4 --reason "laptop is being replaced"',
      'device list --state waiting',
    ],
    commands: COMMANDS,
  });
}
