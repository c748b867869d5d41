import packageFile from '../../../package.json' with { type: 'json' };
import { countCompany } from '../../repositories/admin-counts.ts';
import type { ServerContext } from '../server-context.ts';
import type { ActingOnInstallation } from './acting.ts';
import { listCompanies } from './companies.ts';
import { describePolicy } from './describe-policy.ts';

const DAY_MS = 86_400_000;
const KEY_SOON_MS = 60 * DAY_MS;

/** How the server and one company stand. */
export async function describeStatus(acting: ActingOnInstallation, context: ServerContext | null) {
  const { installation, administrator } = acting;
  const companies = await listCompanies(acting, context);
  const described = context === null ? null : await describeCompanyStatus(context);
  return {
    version: packageFile.version,
    uptimeSeconds: Math.floor(process.uptime()),
    database: installation.config.databaseUrl === undefined ? ('embedded' as const) : ('server' as const),
    caller: { name: administrator.name, role: administrator.role, reach: administrator.reach },
    companies: companies.map(({ name }) => name),
    company: described?.company ?? null,
    warnings:
      companies.length === 0
        ? ['There is no company yet: vestibule company create --help']
        : (described?.warnings ?? []),
  };
}

async function describeCompanyStatus(context: ServerContext) {
  const { company, policy: loaded, samlKeys, now, database, publicUrl } = context;
  const counts = await countCompany(database, company.id, now());
  const { administrators, ...shown } = counts;
  const { policy } = loaded;
  const keyExpiresAt = samlKeys.active.notAfter;
  const warnings = [
    ...(administrators === 0 ? ['Nobody is administrator: vestibule person role --help'] : []),
    ...((company.support['phone'] ?? '') === ''
      ? ['No support number is set: vestibule support-block set --help']
      : []),
    ...(loaded.source === 'built-in'
      ? ['The built-in policy holds, which stops nobody: vestibule policy apply --help']
      : describePolicy(policy, now()).warnings),
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
      ...shown,
      samlKeyExpiresAt: keyExpiresAt.toISOString(),
    },
    warnings,
  };
}
