import type { FactReader } from '../definition.ts';
import { unavailableBecause, value } from '../reading.ts';
import type { EncryptionFact } from './definition.ts';
import { readFileVault } from './filevault.ts';

export const macosEncryption: FactReader = {
  facts: 'encryption',
  operatingSystem: 'macos',
  read: async (system) => {
    const fileVault = await readFileVault(system);
    if (!fileVault.ok) return unavailableBecause(system, 'FileVault', fileVault);
    const { state, percent, source } = fileVault.value;
    const fact: EncryptionFact = {
      state,
      volume: 'Startup disk',
      ...(state === 'encrypted' ? { method: 'FileVault' } : {}),
      ...(percent === undefined ? {} : { percent: Math.min(percent, 100) }),
    };
    return value(system, source, fact);
  },
  // No file that an ordinary person may look at changes with it.
  watch: () => [],
};
