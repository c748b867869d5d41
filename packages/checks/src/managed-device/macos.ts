import type { FactReader } from '../definition.ts';
import { MANAGED_FOLDER } from '../macos/preferences.ts';
import { readTool } from '../macos/tool.ts';
import { unavailable, unavailableBecause, value } from '../reading.ts';
import type { ManagementFact } from './definition.ts';

const SOURCE = 'profiles';
const TIMEOUT_MS = 10_000;

export const macosManagement: FactReader = {
  facts: 'management',
  operatingSystem: 'macos',
  read: async (system) => {
    const answer = await readTool(system, 'profiles', ['status', '-type', 'enrollment'], TIMEOUT_MS);
    if (!answer.ok) return unavailableBecause(system, SOURCE, answer);
    const services = parseEnrollment(answer.value);
    if (services === null) {
      return unavailable(system, SOURCE, 'unexpected-output', `profiles: '${answer.value.trim().slice(0, 300)}'`);
    }
    return value(system, SOURCE, { services: [...services] } satisfies ManagementFact);
  },
  watch: () => ['/var/db/ConfigurationProfiles/Settings', MANAGED_FOLDER],
};

/** Who runs the server, by the end of its name; a company's own server is called MDM. */
const VENDORS: readonly { readonly id: string; readonly name: string; readonly domains: readonly string[] }[] = [
  { id: 'intune', name: 'Microsoft Intune', domains: ['manage.microsoft.com'] },
  { id: 'jamf', name: 'Jamf Pro', domains: ['jamfcloud.com'] },
  { id: 'kandji', name: 'Kandji', domains: ['kandji.io'] },
  { id: 'mosyle', name: 'Mosyle', domains: ['mosyle.com'] },
  { id: 'workspace-one', name: 'Workspace ONE', domains: ['awmdm.com'] },
];

const MDM = { id: 'mdm', name: 'MDM' };

/**
 * Reads `profiles status -type enrollment` by its labels: the number of lines changes. An enrolment that no person and
 * no purchase programme has approved may not manage what matters, and does not count.
 * @returns null when the text does not say whether the computer is enrolled
 */
function parseEnrollment(text: string): ManagementFact['services'] | null {
  const field = (label: string) => {
    const values = [...text.matchAll(new RegExp(`^[ \\t]*${label}:[ \\t]*(\\S.*?)[ \\t]*\\r?$`, 'gm'))];
    return values.length === 1 ? values[0]?.[1] : undefined;
  };
  const enrolment = field('MDM enrollment');
  if (enrolment === 'No') return [];
  if (enrolment !== 'Yes' && enrolment !== 'Yes (User Approved)') return null;
  const isApproved = enrolment !== 'Yes' || field('Enrolled via DEP') === 'Yes';
  return [{ ...vendorOf(field('MDM server')), isEnrolled: isApproved }];
}

function vendorOf(server: string | undefined): { readonly id: string; readonly name: string } {
  if (server === undefined || !URL.canParse(server)) return MDM;
  const host = new URL(server).hostname.toLowerCase();
  const vendor = VENDORS.find(({ domains }) =>
    domains.some((domain) => host === domain || host.endsWith(`.${domain}`)),
  );
  if (vendor !== undefined) return { id: vendor.id, name: vendor.name };
  return { id: MDM.id, name: host === '' ? MDM.name : `MDM (${host})`.slice(0, 100) };
}
