import * as z from 'zod/mini';
import type { Outcome, SystemPort } from '../system-port.ts';
import { readSection } from './section.ts';
import { numberOrNull, textOrNull } from './values.ts';

const releaseSchema = z.object({
  major: numberOrNull,
  minor: numberOrNull,
  build: numberOrNull,
  revision: numberOrNull,
  /** '24H2'; absent before 20H2. */
  display: textOrNull,
  /** '2004'; frozen since. */
  release: textOrNull,
  edition: textOrNull,
  installation: textOrNull,
});

export interface WindowsRelease {
  /** '10.0.26100.7171': also Windows 11 calls itself 10.0, and only the build tells. */
  readonly version: string;
  readonly edition: string;
  /** 'Windows 11 Pro 24H2 (26100.7171)'. */
  readonly name: string;
}

const FIRST_BUILD_OF_WINDOWS_11 = 22_000;

/** Editions as the registry names them, and as people know them. */
const EDITIONS: Readonly<Record<string, string>> = {
  Core: 'Home',
  CoreSingleLanguage: 'Home',
  CoreCountrySpecific: 'Home',
  CoreN: 'Home N',
  Professional: 'Pro',
  ProfessionalN: 'Pro N',
  ProfessionalWorkstation: 'Pro for Workstations',
  ProfessionalEducation: 'Pro Education',
  EnterpriseS: 'Enterprise LTSC',
  IoTEnterprise: 'IoT Enterprise',
  IoTEnterpriseS: 'IoT Enterprise LTSC',
};

/** Which Windows this is, from the registry's numbers. Its own product name still says 10 on Windows 11. */
export async function readRelease(system: SystemPort): Promise<Outcome<WindowsRelease>> {
  const section = await readSection(system, 'operatingSystem', releaseSchema);
  if (!section.ok) return section;
  const { major, minor, build, revision, edition, installation } = section.value;
  if (major === null || build === null || edition === null || major < 10 || build < 10_000 || build > 999_999) {
    return { ok: false, reason: 'unexpected-output', detail: 'operatingSystem: no build number' };
  }
  const isServer = installation !== null && installation !== 'Client';
  const generation = isServer ? 'Server' : build >= FIRST_BUILD_OF_WINDOWS_11 ? '11' : '10';
  const title = Object.hasOwn(EDITIONS, edition) ? (EDITIONS[edition] ?? edition) : edition;
  const release = section.value.display ?? section.value.release;
  const numbers = revision === null ? String(build) : `${build}.${revision}`;
  const words = ['Windows', generation, title, ...(release === null ? [] : [release]), `(${numbers})`];
  return {
    ok: true,
    value: {
      version: `${major}.${minor ?? 0}.${numbers}`,
      edition: edition.slice(0, 100),
      name: words.join(' ').slice(0, 255),
    },
  };
}
