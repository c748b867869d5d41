import type { FactReader } from '../definition.ts';
import { unavailable, unavailableBecause, value } from '../reading.ts';
import type { Outcome, SystemPort } from '../system-port.ts';
import { APT_FILE, APT_FOLDER, readApt } from './apt.ts';
import type { AutomaticUpdatesFact } from './definition.ts';
import { ATOMIC_FILE, DNF_FILES, readDnf } from './dnf.ts';
import { readSnap } from './snap.ts';
import { readSuse } from './suse.ts';

export type PackageSystem = 'apt' | 'dnf' | 'zypper' | 'snap';

interface Reader {
  readonly source: string;
  readonly read: (system: SystemPort) => Promise<Outcome<AutomaticUpdatesFact>>;
}

const READERS: Readonly<Record<PackageSystem, Reader>> = {
  apt: { source: 'APT configuration', read: readApt },
  dnf: { source: 'DNF configuration', read: readDnf },
  zypper: { source: 'Update timers', read: readSuse },
  snap: { source: 'snapd', read: readSnap },
};

export const linuxAutomaticUpdates: FactReader = {
  facts: 'automaticUpdates',
  operatingSystem: 'linux',
  read: async (system) => {
    const packages = await findPackageSystem(system);
    if (packages === null) {
      return unavailable(system, 'Package system', 'not-supported', 'Neither APT nor DNF looks after this system.');
    }
    const { source, read } = READERS[packages];
    const fact = await read(system);
    return fact.ok ? value(system, source, fact.value) : unavailableBecause(system, source, fact);
  },
  watch: () => [APT_FOLDER, APT_FILE, ...DNF_FILES, ATOMIC_FILE],
};

/** Which package system looks after this computer. Several may be installed; the distribution's own one counts. */
export async function findPackageSystem(system: SystemPort): Promise<PackageSystem | null> {
  const release = await system.readFile('/etc/os-release');
  const names = release.ok ? [...release.value.matchAll(/^(?:ID|ID_LIKE)=(.*)$/gm)].map(([, word]) => word ?? '') : [];
  const words = new Set(
    names
      .join(' ')
      .toLowerCase()
      .match(/[a-z-]+/g),
  );
  const isAny = (...known: readonly string[]) => known.some((word) => words.has(word));
  if (isAny('ubuntu-core')) return 'snap';
  if (isAny('debian', 'ubuntu')) return 'apt';
  if (isAny('fedora', 'rhel', 'centos')) return 'dnf';
  if (isAny('suse', 'opensuse')) return 'zypper';
  if ((await system.listFolder('/etc/apt')).ok) return 'apt';
  return (await system.listFolder('/etc/dnf')).ok ? 'dnf' : null;
}
