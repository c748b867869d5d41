import type { FactReader } from '../definition.ts';
import { listPrograms, runsProgram } from '../macos/processes.ts';
import { MACOS_DEFENDER } from '../readings/antivirus/macos-products.ts';
import { unavailable, unavailableBecause } from '../reading.ts';
import { noThreatList, readMdatpThreats } from './mdatp-threats.ts';

/** XProtect removes what it knows and keeps no list of it that an ordinary person may read. */
export const macosThreats: FactReader = {
  facts: 'threats',
  operatingSystem: 'macos',
  read: async (system) => {
    const threats = await readMdatpThreats(system);
    if (threats !== null) return threats;
    const programs = await listPrograms(system);
    if (!programs.ok) return unavailableBecause(system, MACOS_DEFENDER.name, programs);
    if (!runsProgram(programs.value, MACOS_DEFENDER.programs)) return noThreatList(system);
    // It runs and keeps a list, but its tool is not at hand: there may be threats on it.
    return unavailable(system, MACOS_DEFENDER.name, 'tool-missing', 'mdatp is not installed.');
  },
  watch: () => ['/Library/Application Support/Microsoft/Defender'],
};
