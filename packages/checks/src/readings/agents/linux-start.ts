import { enableUnits, readUnits } from '../../linux/systemd.ts';
import { linuxAgents, listLinuxAgents } from './linux.ts';
import type { AgentStarter } from './start-agent.ts';

export const linuxAgentStarter: AgentStarter = {
  operatingSystem: 'linux',
  reader: linuxAgents,
  start: async (system, name) => {
    const agents = await listLinuxAgents(system);
    if (!agents.ok) return agents;
    const wanted = agents.value.find(({ id }) => id === name)?.units ?? [];
    const units = await readUnits(system, wanted);
    if (!units.ok) return units;
    const installed = wanted.filter((unit) => units.value.get(unit)?.isLoaded);
    const enabled = await enableUnits(system, installed);
    return enabled.ok ? { ok: true, value: `systemctl disable --now ${installed.join(' ')}` } : enabled;
  },
};
