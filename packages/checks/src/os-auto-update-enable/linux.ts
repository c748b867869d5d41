import type { FactReader } from '../definition.ts';
import { unavailable, unavailableBecause, value } from '../reading.ts';
import type { SystemPort } from '../system-port.ts';
import { APT_FILE, APT_FOLDER, readApt } from './apt.ts';
import { ATOMIC_FILE, DNF_FILES, readDnf } from './dnf.ts';

export const linuxAutomaticUpdates: FactReader = {
  facts: 'automaticUpdates',
  operatingSystem: 'linux',
  read: async (system) => {
    const packages = await findPackageSystem(system);
    if (packages === null) {
      return unavailable(system, 'Package system', 'not-supported', 'Neither APT nor DNF looks after this system.');
    }
    const fact = packages === 'apt' ? await readApt(system) : await readDnf(system);
    const source = packages === 'apt' ? 'APT configuration' : 'DNF configuration';
    return fact.ok ? value(system, source, fact.value) : unavailableBecause(system, source, fact);
  },
  watch: () => [APT_FOLDER, APT_FILE, ...DNF_FILES, ATOMIC_FILE],
};

/** Which package system looks after this computer. Both may be installed; the distribution's own one counts. */
export async function findPackageSystem(system: SystemPort): Promise<'apt' | 'dnf' | null> {
  const release = await system.readFile('/etc/os-release');
  const names = release.ok ? [...release.value.matchAll(/^(?:ID|ID_LIKE)=(.*)$/gm)].map(([, word]) => word ?? '') : [];
  const words =
    names
      .join(' ')
      .toLowerCase()
      .match(/[a-z]+/g) ?? [];
  if (words.some((word) => word === 'debian' || word === 'ubuntu')) return 'apt';
  if (words.some((word) => word === 'fedora' || word === 'rhel' || word === 'centos')) return 'dnf';
  if ((await system.listFolder('/etc/apt')).ok) return 'apt';
  return (await system.listFolder('/etc/dnf')).ok ? 'dnf' : null;
}
