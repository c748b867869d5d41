import type { Outcome, SystemPort } from '../system-port.ts';
import type { SectionReading, WindowsInventory, WindowsSection } from './inventory.ts';
import { parseRegistryText, type RegistryText } from './registry-text.ts';

const TIMEOUT_MS = 5000;

type Values = ReadonlyMap<string, string | number>;

interface Source {
  readonly key: string;
  readonly isDeep: boolean;
  readonly toValue: (keys: RegistryText, key: string) => unknown;
}

/**
 * Sections that hold nothing but the registry, and whose key every Windows has: `reg` has the same exit code for a key
 * that is missing and for one that may not be read, so a key that may be missing cannot be asked for this way.
 */
const SOURCES: Readonly<Partial<Record<WindowsSection, Source>>> = {
  operatingSystem: {
    key: String.raw`HKEY_LOCAL_MACHINE\SOFTWARE\Microsoft\Windows NT\CurrentVersion`,
    isDeep: false,
    toValue: (keys, key) => {
      const of = valuesOf(keys, key);
      return {
        major: of('CurrentMajorVersionNumber'),
        minor: of('CurrentMinorVersionNumber'),
        build: of('CurrentBuildNumber'),
        revision: of('UBR'),
        display: of('DisplayVersion'),
        release: of('ReleaseId'),
        edition: of('EditionID'),
        installation: of('InstallationType'),
      };
    },
  },
  enrollments: {
    key: String.raw`HKEY_LOCAL_MACHINE\SOFTWARE\Microsoft\Enrollments`,
    isDeep: true,
    toValue: (keys, key) => {
      const prefix = `${key.toLowerCase()}\\`;
      const children = [...keys.keys()].filter(
        (name) => name.startsWith(prefix) && !name.slice(prefix.length).includes('\\'),
      );
      return {
        enrollments: children.map((name) => {
          const of = valuesOf(keys, name);
          const hasServer = of('DiscoveryServiceFullURL') !== null;
          return { provider: of('ProviderID'), state: of('EnrollmentState'), hasServer };
        }),
      };
    },
  },
};

/**
 * The part of the inventory that needs no PowerShell, for computers whose company forbids it. What is not in it is
 * missing for the same reason as the whole would have been.
 */
export async function readRegistryInventory(
  system: Pick<SystemPort, 'run'>,
  missing: WindowsInventory['missing'],
): Promise<WindowsInventory> {
  const read = await Promise.all(
    Object.entries(SOURCES).map(async ([section, source]) => [section, await readSource(system, source)] as const),
  );
  const sections: Partial<Record<string, SectionReading>> = Object.fromEntries(
    read.flatMap(([section, outcome]) => (outcome.ok ? [[section, { value: outcome.value }]] : [])),
  );
  return { sections, missing };
}

async function readSource(
  system: Pick<SystemPort, 'run'>,
  { key, isDeep, toValue }: Source,
): Promise<Outcome<unknown>> {
  const answer = await system.run({
    tool: 'reg',
    // The other view, of 32-bit programs, lacks half of it.
    arguments: ['query', key, ...(isDeep ? ['/s'] : []), '/reg:64'],
    timeoutMs: TIMEOUT_MS,
  });
  if (!answer.ok) return answer;
  const keys = parseRegistryText(answer.value.stdout);
  if (answer.value.code !== 0 || keys.size === 0) {
    return { ok: false, reason: 'unexpected-output', detail: `reg ended with code ${answer.value.code}.` };
  }
  return { ok: true, value: toValue(keys, key) };
}

function valuesOf(keys: RegistryText, key: string): (name: string) => string | number | null {
  const values: Values = keys.get(key.toLowerCase()) ?? new Map();
  return (name) => values.get(name.toLowerCase()) ?? null;
}
