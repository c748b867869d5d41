import { isDeviceAFactor } from '../settings/factor-rule.ts';
import { isDeepStrictEqual } from 'node:util';
import { asSentence, CHECK_TYPES, type GateState, type StoppedBeforeReport } from '@vestibule/contracts';
import type { Policy } from '@vestibule/policy';
import packageFile from '../../../package.json' with { type: 'json' };
import { countCompany } from '../../repositories/admin-counts.ts';
import { findCompanies } from '../../repositories/companies.ts';
import { findPolicyBy } from '../../repositories/policies.ts';
import { BRAKE } from '../policy/gate/brake.ts';
import { gateStateOf } from '../policy/gate/gate-state.ts';
import { isNewFile, policyFileOf, readPolicyFile, readStoredPolicy } from '../policy/policies.ts';
import type { UnwrittenNote } from '../../operations/log/unwritten.ts';
import type { ServerContext } from '../../context/server-context.ts';
import type { ActingOnInstallation } from '../audit/acting.ts';
import { listCompanies } from './companies.ts';
import { describePolicy } from '../policy/describe-policy.ts';
import { warnOfAdministrators } from '../people/administrators/last-administrator.ts';
import { warnOfNoWayIn } from '../people/administrators/no-way-in.ts';
import { noteOnExtension } from '../policy/impact/notes-on-installing.ts';
import { whyFileIsSurprising } from '../policy/impact/policy-impact.ts';
import { findStaysClosed } from '../policy/impact/stays-closed.ts';
import { describeStoppedEarly } from '../policy/stopped-early.ts';
import { describeStolenPassword } from '../sign-in/stolen-password.ts';
import { warnOfLifecycle } from '../policy/lifecycle/describe-lifecycle.ts';
import { warnOfScope } from '../policy/impact/warn-of-scope.ts';
import { warnOfServer } from './warn-of-server.ts';

const DAY_MS = 86_400_000;
const KEY_SOON_MS = 60 * DAY_MS;
/** As many as `vestibule report` looks back. */
const EARLY_DAYS = 7;
const NAMED = 5;

/** How the server and one company stand. */
export async function describeStatus(acting: ActingOnInstallation, context: ServerContext | null) {
  const { installation, administrator } = acting;
  const isAtServer = administrator.reach === 'installation';
  const companies = await listCompanies(acting, context);
  const described = context === null ? null : await describeCompanyStatus(context);
  return {
    version: packageFile.version,
    uptimeSeconds: Math.floor(process.uptime()),
    database: installation.config.databaseUrl === undefined ? ('embedded' as const) : ('server' as const),
    caller: { name: administrator.name, role: administrator.role, reach: administrator.reach },
    companies: companies.map(({ name }) => name),
    company: described?.company ?? null,
    masterKey: isAtServer ? await installation.masterKeyFile.look() : null,
    unwritten: isAtServer ? installation.unwritten.read().map(describeUnwritten) : [],
    warnings: [
      ...(await warnOfServer(acting)),
      ...(companies.length === 0
        ? ['There is no company yet: vestibule company create --help']
        : (described?.warnings ?? [])),
    ],
  };
}

function describeUnwritten({ since, last, ...note }: UnwrittenNote) {
  return { ...note, since: since.toISOString(), last: last.toISOString() };
}

async function describeCompanyStatus(context: ServerContext) {
  const { company, policy: loaded, samlKeys, now, database, publicUrl } = context;
  const counts = await countCompany(database, company.id, now());
  const { policy } = loaded;
  const gate = gateStateOf(context);
  const closed = await findStaysClosed(context, gate);
  const fileWarning = await warnOfPolicyFile(context);
  const early = await describeStoppedEarly(context, new Date(now().getTime() - EARLY_DAYS * DAY_MS));
  const stolen = await describeStolenPassword(context);
  const keyExpiresAt = samlKeys.active.notAfter;
  const warnings = [
    ...(await warnOfAdministrators(context)),
    ...(await warnOfNoWayIn(context)),
    ...((company.support['phone'] ?? '') === ''
      ? ['No support number is set: vestibule support-block set --help']
      : []),
    ...(fileWarning === null ? [] : [fileWarning]),
    ...(await warnOfBrake(context)),
    ...(await warnOfLifecycle(context)),
    ...(gate.state === 'enforcing' ? [] : [`The gate only observes: ${observingText(gate)} vestibule gate --help`]),
    ...(closed.length === 0
      ? []
      : [`Observing does not open ${closed.map(({ application }) => application).join(', ')}: vestibule gate show`]),
    ...(await noteOnExtension(context)),
    ...noteOnStoppedEarly(early),
    ...(stolen.opens && gate.state === 'enforcing' ? [stolen.sentence] : []),
    ...(loaded.source === 'built-in'
      ? [
          'The built-in policy holds: none of its checks stops anyone. People without Workplace are still asked to install it, once the gate is enforced: vestibule policy apply --help',
        ]
      : [...describePolicy(policy, now()).warnings, ...(await warnOfScope(context, policy))]),
    ...(counts.openAccessRequests > 0
      ? [`${counts.openAccessRequests} wait for an answer about temporary access: vestibule access requests`]
      : []),
    ...(counts.devicesWaiting > 0
      ? [`${counts.devicesWaiting} computers wait: vestibule device list --state waiting`]
      : []),
    ...(keyExpiresAt.getTime() - now().getTime() < KEY_SOON_MS
      ? [`The SAML key ends on ${keyExpiresAt.toISOString().slice(0, 10)}: vestibule key --help`]
      : []),
  ];
  return {
    company: {
      name: company.name,
      displayName: company.displayName,
      publicUrl,
      policy: {
        version: loaded.version,
        source: loaded.source,
        workplaceAccessPolicy: policy.workplaceAccessPolicy,
        isPolicyEnforced: policy.isPolicyEnforced,
      },
      ...counts,
      computersApprovedBy: (await isDeviceAFactor(context)) ? ('administrator' as const) : ('support' as const),
      samlKeyExpiresAt: keyExpiresAt.toISOString(),
      stolenPassword: stolen.sentence,
      stoppedBeforeReport: early.people,
    },
    warnings,
  };
}

/** People who were stopped before a report are in no other number. */
function noteOnStoppedEarly({ people, examples }: StoppedBeforeReport): string[] {
  if (people === 0) return [];
  const logins = [...new Set(examples.map(({ login }) => login))];
  const more = people - NAMED;
  const named = `${logins.slice(0, NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  return [
    `Reached the gate in the last ${EARLY_DAYS} days and never got a report: ${people} (${named}). vestibule report`,
  ];
}

/** A check that the brake took out stays so until someone applies another policy: an exemption is none. */
async function warnOfBrake({ database, company, policy: { policy } }: ServerContext): Promise<string[]> {
  const braked = await findPolicyBy(database, company.id, BRAKE);
  if (braked === null) return [];
  const { policy: left } = readStoredPolicy(braked);
  if (!isDeepStrictEqual(withoutExemptions(left), withoutExemptions(policy))) return [];
  const checks = CHECK_TYPES.filter((type) => policy.checks[type]?.reportOnly === true);
  return [
    `The brake has made a check report-only, because it suddenly blocked many (${checks.join(', ')}): vestibule audit, then vestibule policy apply --help`,
  ];
}

function withoutExemptions({ checks, ...head }: Policy) {
  return { ...head, checks: CHECK_TYPES.map((type) => ({ ...checks[type], exemptions: null })) };
}

function observingText({ until, reason }: GateState): string {
  const end = until === null ? 'until you end it' : `until ${until.slice(0, 16).replace('T', ' ')} UTC`;
  return `everyone is let through ${end}${reason === null ? '' : ` (${reason})`}.`;
}

/** A file that cannot be used locks no one out, and is never passed over in silence. */
async function warnOfPolicyFile(context: ServerContext): Promise<string | null> {
  const { config, company, database, policy } = context;
  const [first] = await findCompanies(database);
  const file = policyFileOf(config, company, first?.company.id === company.id);
  const found = await readPolicyFile(file);
  if (found.kind === 'missing') return null;
  if (found.kind === 'read') {
    const isTaken = found.loaded.version === policy.version || !(await isNewFile(database, company.id, found.loaded));
    const obstacle = isTaken ? null : await whyFileIsSurprising(context, found.loaded, file);
    return obstacle === null ? null : `The policy file ${file} was not taken. ${obstacle}`;
  }
  const [problem] = found.problems;
  const where =
    problem === undefined ? '' : ` Line ${problem.line}, column ${problem.column}: ${asSentence(problem.message)}`;
  return `The policy file ${file} cannot be used, so that nothing in it holds.${where}`;
}
