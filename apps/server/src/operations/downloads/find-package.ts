import { readdir } from 'node:fs/promises';
import { OPERATING_SYSTEMS, type OperatingSystem } from '@vestibule/contracts';

/** What a visitor's computer takes. */
export interface Platform {
  readonly system: OperatingSystem;
  /** Null: not said, as browsers on macOS never do. */
  readonly architecture: 'x64' | 'arm64' | null;
}

/** Kinds of package for each system, the one that most people can simply open first: an MSI wants an administrator. */
const KINDS: { readonly [system in OperatingSystem]: readonly RegExp[] } = {
  windows: [/\.exe$/i, /\.msi$/i],
  macos: [/\.pkg$/i, /(?:macos|darwin).*\.(?:zip|tar\.(?:gz|xz)|tgz)$/i],
  linux: [/\.deb$/i, /linux.*\.(?:tar\.(?:gz|xz)|tgz)$/i],
};

const ARCHITECTURES = [
  ['arm64', /arm64|aarch64/i],
  ['x64', /x64|x86_64|amd64/i],
] as const;

/** The packages that lie ready to be handed out; none when the folder does not exist. */
export async function listPackages(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  });
  const names = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  return names.filter((name) => Object.values(KINDS).some((kinds) => kinds.some((kind) => kind.test(name))));
}

/** @param name of a file that `listPackages` lists */
export function systemOf(name: string): OperatingSystem | undefined {
  return OPERATING_SYSTEMS.find((system) => KINDS[system].some((kind) => kind.test(name)));
}

/**
 * Chooses the newest package of the handiest kind for a computer.
 * @param names of files; their version and architecture stand in the name, as packages have it
 * @returns null when none fits
 */
export function choosePackage(names: readonly string[], { system, architecture }: Platform): string | null {
  for (const kind of KINDS[system]) {
    const fitting = names.filter((name) => kind.test(name) && fits(name, architecture));
    const newestFirst = fitting.toSorted(
      (left, right) => rank(left) - rank(right) || right.localeCompare(left, 'en', { numeric: true }),
    );
    if (newestFirst[0] !== undefined) return newestFirst[0];
  }
  return null;
}

const SYSTEM_NAMES: { readonly [system in OperatingSystem]: string } = {
  windows: 'Windows',
  macos: 'macOS',
  linux: 'Linux',
};

/** For which systems packages lie ready, and for which there is none, by the names that people know. */
export async function sortPackages(folder: string): Promise<{ readonly there: string[]; readonly lacking: string[] }> {
  const names = await listPackages(folder);
  const isThere = (system: OperatingSystem) => choosePackage(names, { system, architecture: null }) !== null;
  const nameOf = (system: OperatingSystem) => SYSTEM_NAMES[system];
  return {
    there: OPERATING_SYSTEMS.filter(isThere).map(nameOf),
    lacking: OPERATING_SYSTEMS.filter((system) => !isThere(system)).map(nameOf),
  };
}

function fits(name: string, wanted: Platform['architecture']): boolean {
  const named = architecturesOf(name);
  return wanted === null || named.length === 0 || named.includes(wanted);
}

/** Where the computer does not say what it is, a package for all comes first, then the one most computers take. */
function rank(name: string): number {
  const named = architecturesOf(name);
  return named.length === 1 ? 1 : 0;
}

function architecturesOf(name: string): readonly string[] {
  return ARCHITECTURES.flatMap(([architecture, pattern]) => (pattern.test(name) ? [architecture] : []));
}
