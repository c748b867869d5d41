export { addAccessCommands } from './access/access.ts';
export { addAccountCommands } from './account/login.ts';
export { addApplicationCommands } from './applications/application.ts';
export { addKeyCommands } from './applications/key.ts';
export { addAuditCommand } from './audit/audit.ts';
export { addSignInCommands } from './audit/sign-ins.ts';
export { addReportCommand } from './audit/report.ts';
export { addCompanyCommands } from './companies/company.ts';
export { addFeatureCommands } from './companies/feature.ts';
export { addFirstStepsCommand } from './companies/first-steps.ts';
export { addPackagesCommands } from './companies/packages.ts';
export { addMailCommands } from './companies/mail.ts';
export { addStatusCommand } from './companies/status.ts';
export { addSupportBlockCommands } from './companies/support-block.ts';
export { addDeviceCommands } from './devices/device.ts';
export { ACCEPT_LINKED, type AcceptLinkedOptions, readAcceptedLinked } from './frame/accept-linked.ts';
export { assembleProgram } from './frame/assemble-program.ts';
export { type AdminClient, createClient } from './frame/client.ts';
export { CommandFailure, errorOf, EXIT_CODES, misuse } from './frame/failure.ts';
export { readJsonFile, readSecretFile, readTextFile } from './frame/files.ts';
export { companyOption, tokenFileOption, urlOption } from './frame/gate-options.ts';
export type { Output, Streams } from './frame/output.ts';
export { findProvider } from './frame/resolve.ts';
export { changing, examples, outputOf, type Run, run, streamsOfCommand, urlOf } from './frame/run.ts';
export { runCommandLine } from './frame/run-command-line.ts';
export {
  codeOf,
  exchange,
  type GateOptions,
  isTimeout,
  messageOf,
  openNetwork,
  type Transport,
  unreachable,
} from './frame/transport.ts';
export { addIdentityProviderCommands } from './people/identity-provider.ts';
export { addPersonCommands } from './people/person.ts';
export { printLink } from './people/print-link.ts';
export { addTokenCommands } from './people/token.ts';
export { addExemptionCommands } from './policy/exemption.ts';
export { addGateCommands } from './policy/gate.ts';
export { addLifecycleCommands } from './policy/lifecycle.ts';
export { addPolicyCommands, type PolicyFiles } from './policy/policy.ts';
export { addSoftwareCommands, type SoftwareFiles } from './policy/software.ts';
export { printSummary } from './policy/policy-summary.ts';
export { addSearchCommand } from './support/search.ts';
export { addSupportCommand } from './support/support.ts';
export { Command, Option } from 'commander';
