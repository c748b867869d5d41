import type { FactReader } from '../definition.ts';
import { unavailableBecause, value } from '../reading.ts';
import { readFileVault } from './filevault.ts';
import { readVolumes } from './macos-volumes.ts';
import { factOfVolumes, type Volume } from './volumes.ts';

/** The volumes that macOS itself started from. */
const STARTUP_DISK = 'Startup disk';

export const macosEncryption: FactReader = {
  facts: 'encryption',
  operatingSystem: 'macos',
  read: async (system) => {
    const fileVault = await readFileVault(system);
    if (!fileVault.ok) return unavailableBecause(system, 'FileVault', fileVault);
    const { state, percent, source } = fileVault.value;
    const own: Volume = {
      state,
      volume: STARTUP_DISK,
      places: [],
      method: 'FileVault',
      ...(percent === undefined ? {} : { percent: Math.min(percent, 100) }),
    };
    const others = state === 'encrypted' ? await readVolumes(system) : ({ ok: true, value: [] } as const);
    if (!others.ok) return unavailableBecause(system, 'APFS volumes (diskutil)', others);
    const fact = factOfVolumes([own, ...others.value.filter((volume) => volume.state !== 'encrypted')]);
    return fact.ok ? value(system, source, fact.value) : unavailableBecause(system, source, fact);
  },
  // No file that an ordinary person may look at changes with it.
  watch: () => [],
};
