import { say } from '@vestibule/contracts';
import { runTool } from '../../windows/change.ts';
import { readServices, servicesOf } from '../../windows/services.ts';
import type { AgentStarter } from './start-agent.ts';
import { listWindowsAgents, windowsAgents } from './windows.ts';

/** `net` waits until the service runs, or says that it does not. */
const START_TIMEOUT_MS = 60_000;

export const windowsAgentStarter: AgentStarter = {
  operatingSystem: 'windows',
  reader: windowsAgents,
  start: async (system, name) => {
    const [agents, services] = await Promise.all([listWindowsAgents(system), readServices(system)]);
    if (!agents.ok) return agents;
    if (!services.ok) return services;
    const program = agents.value.find(({ id }) => id === name);
    const found = program === undefined ? [] : servicesOf(program, services.value);
    const startable = found.filter(([, { isRunning, isDisabled }]) => !isRunning && !isDisabled);
    if (startable.length === 0) {
      return { ok: false, reason: 'not-supported', detail: say('The service of {name} was disabled.', { name }) };
    }
    const back: string[] = [];
    for (const [service] of startable) {
      const started = await runTool(system, 'net', ['start', service], START_TIMEOUT_MS);
      if (!started.ok) return started;
      back.push(`net stop "${service}"`);
    }
    return { ok: true, value: back.join(' & ') };
  },
};
