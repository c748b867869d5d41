import type { FactReader } from '../definition.ts';
import { noThreatList, readMdatpThreats } from './mdatp-threats.ts';

/** No other antivirus on Linux keeps a list that can be asked for: ClamAV only writes logs. */
export const linuxThreats: FactReader = {
  facts: 'threats',
  operatingSystem: 'linux',
  read: async (system) => (await readMdatpThreats(system)) ?? noThreatList(system),
  watch: () => ['/var/opt/microsoft/mdatp'],
};
