import type { FactReader } from '../definition.ts';
import { unavailableBecause, value } from '../reading.ts';
import { readRelease } from '../windows/release.ts';
import type { OperatingSystemFact } from './definition.ts';

const SOURCE = 'Windows registry';

export const windowsOperatingSystem: FactReader = {
  facts: 'operatingSystem',
  operatingSystem: 'windows',
  read: async (system) => {
    const release = await readRelease(system);
    if (!release.ok) return unavailableBecause(system, SOURCE, release);
    const { version, edition, name } = release.value;
    return value(system, SOURCE, { family: 'windows', id: edition, version, name } satisfies OperatingSystemFact);
  },
  watch: () => [],
};
