import type { FactReader } from '../definition.ts';
import { isRunning, listProcesses } from '../linux/processes.ts';
import { WATCHED_UNIT_FOLDERS } from '../linux/service-state.ts';
import { showUnits, type UnitProperties } from '../linux/systemd.ts';
import { unavailable, unavailableBecause, value } from '../reading.ts';
import type { RemoteLoginFact } from './definition.ts';

const SOURCE = 'systemd';
/** Servers by their names in Debian, Fedora, openSUSE and Arch. A socket starts its server when somebody connects. */
export const REMOTE_LOGIN_UNITS = [
  'ssh.service',
  'ssh.socket',
  'sshd.service',
  'sshd.socket',
  'dropbear.service',
  'dropbear.socket',
  'telnet.socket',
] as const;
const PROGRAMS = ['sshd', 'sshd-session', 'dropbear', 'in.telnetd', 'telnetd'];
const ACTIVE = ['active', 'activating', 'reloading', 'deactivating', 'refreshing'];
const INACTIVE = ['inactive', 'failed'];
/** Anything else, also what is not understood, may start with the system. */
const STAYS_OFF = ['disabled', 'masked', ''];

export const linuxRemoteLogin: FactReader = {
  facts: 'remoteLogin',
  operatingSystem: 'linux',
  read: async (system) => {
    const shown = await showUnits(system, REMOTE_LOGIN_UNITS, ['LoadState', 'ActiveState', 'UnitFileState']);
    if (!shown.ok) return unavailableBecause(system, SOURCE, shown);
    const units = REMOTE_LOGIN_UNITS.map((name) => [name, shown.value.get(name)] as const);
    const strange = units.find(([, unit]) => ![...ACTIVE, ...INACTIVE].includes(unit?.['ActiveState'] ?? ''));
    if (strange !== undefined) return unavailable(system, SOURCE, 'unexpected-output', `The state of ${strange[0]}`);
    const processes = await listProcesses(system);
    if (!processes.ok) return unavailableBecause(system, SOURCE, processes);
    // The list names the tool that made it, near its end: without it the list was cut.
    if (!isRunning(processes.value, ['ps']))
      return unavailable(system, SOURCE, 'unexpected-output', 'A list that is cut');
    const services: RemoteLoginFact['services'] = units.flatMap(([name, unit]) => serviceOf(name, unit));
    const stray = PROGRAMS.filter((program) => isRunning(processes.value, [program]));
    if (stray.length > 0 && !services.some(({ isOn }) => isOn)) {
      services.push(...stray.map((name) => ({ name, isOn: true, startsWithSystem: false, isUnmanaged: true })));
    }
    return value(system, SOURCE, { services } satisfies RemoteLoginFact);
  },
  watch: () => [...WATCHED_UNIT_FOLDERS],
};

function serviceOf(name: string, unit: UnitProperties | undefined): RemoteLoginFact['services'] {
  const isOn = ACTIVE.includes(unit?.['ActiveState'] ?? '');
  if (unit?.['LoadState'] === 'not-found' && !isOn) return [];
  return [{ name, isOn, startsWithSystem: !STAYS_OFF.includes(unit?.['UnitFileState'] ?? '') }];
}
