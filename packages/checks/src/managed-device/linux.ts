import type { FactReader } from '../definition.ts';
import { readServices, type Service, WATCHED_UNIT_FOLDERS } from '../linux/service-state.ts';
import { unavailableBecause, value } from '../reading.ts';
import type { SystemPort } from '../system-port.ts';
import type { ManagementFact } from './definition.ts';

/** Linux knows no device management of its own: these services stand for it. */
const SERVICES: readonly Service[] = [
  { id: 'fleet', name: 'Fleet', units: ['orbit.service'], processes: ['orbit'] },
  { id: 'jumpcloud', name: 'JumpCloud', units: ['jcagent.service'], processes: ['jumpcloud-agent'] },
  { id: 'landscape', name: 'Landscape', units: ['landscape-client.service'], processes: ['landscape-client'] },
  {
    id: 'salt',
    name: 'Salt',
    units: ['salt-minion.service', 'venv-salt-minion.service'],
    processes: ['salt-minion', 'venv-salt-minion'],
  },
];

const INTUNE: Service = {
  id: 'intune',
  name: 'Microsoft Intune',
  units: ['microsoft-identity-device-broker.service'],
  processes: ['intune-agent', 'microsoft-identity-device-broker'],
};

export const linuxManagement: FactReader = {
  facts: 'management',
  operatingSystem: 'linux',
  read: async (system) => {
    const states = await readServices(system, [...SERVICES, INTUNE]);
    if (!states.ok) return unavailableBecause(system, 'Management services', states);
    const services = SERVICES.filter(({ id }) => (states.value.get(id) ?? 'absent') !== 'absent').map(
      ({ id, name }) => ({
        id,
        name,
        isEnrolled: states.value.get(id) === 'running',
      }),
    );
    if ((await isIntuneInstalled(system)) || states.value.get(INTUNE.id) === 'running') {
      services.unshift({ id: INTUNE.id, name: INTUNE.name, isEnrolled: await isIntuneTimerActive(system) });
    }
    return value(system, 'Management services', { services } satisfies ManagementFact);
  },
  watch: () => [...WATCHED_UNIT_FOLDERS],
};

async function isIntuneInstalled(system: SystemPort): Promise<boolean> {
  return (await system.listFolder('/opt/microsoft/intune')).ok;
}

/** The agent of an enrolled computer reports to Intune by a timer in the person's own session. */
async function isIntuneTimerActive(system: SystemPort): Promise<boolean> {
  const answer = await system.run({
    tool: 'systemctl',
    arguments: ['--user', 'is-active', 'intune-agent.timer'],
    timeoutMs: 5000,
  });
  return answer.ok && answer.value.code === 0 && answer.value.stdout.trim() === 'active';
}
