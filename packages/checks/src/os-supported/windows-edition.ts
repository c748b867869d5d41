import type { WindowsEdition } from './lifecycle.ts';

/** EditionID of the registry, by the group to which Microsoft gives one end. */
const EDITIONS: Readonly<Record<WindowsEdition, readonly string[]>> = {
  'home-pro': [
    'Core',
    'CoreN',
    'CoreSingleLanguage',
    'CoreCountrySpecific',
    'Professional',
    'ProfessionalN',
    'ProfessionalSingleLanguage',
    'ProfessionalCountrySpecific',
    'ProfessionalEducation',
    'ProfessionalEducationN',
    'ProfessionalWorkstation',
    'ProfessionalWorkstationN',
    'CloudEdition',
    'CloudEditionN',
  ],
  enterprise: ['Enterprise', 'EnterpriseN', 'Education', 'EducationN', 'IoTEnterprise', 'ServerRdsh'],
  ltsc: ['EnterpriseS', 'EnterpriseSN'],
  'iot-ltsc': ['IoTEnterpriseS', 'IoTEnterpriseSK'],
  server: [
    'ServerStandard',
    'ServerDatacenter',
    'ServerTurbine',
    'ServerSolution',
    'ServerStorageStandard',
    'ServerStorageWorkgroup',
    'ServerStandardACor',
    'ServerDatacenterACor',
  ],
};

const GROUPS: ReadonlyMap<string, WindowsEdition> = new Map(
  (Object.keys(EDITIONS) as WindowsEdition[]).flatMap((group) =>
    EDITIONS[group].map((id) => [id.toLowerCase(), group] as const),
  ),
);

/** @returns null for an edition of which no end is known, such as one to try out */
export function windowsEditionOf(editionId: string): WindowsEdition | null {
  return GROUPS.get(editionId.toLowerCase()) ?? null;
}
