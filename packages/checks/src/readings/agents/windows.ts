import * as z from 'zod/mini';
import type { FactReader } from '../../definition.ts';
import { unavailableBecause, value } from '../../reading.ts';
import type { Outcome, SystemPort } from '../../system-port.ts';
import { readSection } from '../../windows/section.ts';
import { readServices, type ServiceProgram, stateOf } from '../../windows/services.ts';
import type { AgentsFact } from './fact.ts';
import { WINDOWS_AGENTS } from './windows-catalogue.ts';

const SOURCE = 'Services of Windows';

/**
 * Agents that a company adds: values of HKLM\SOFTWARE\Policies\Workplace\Agents, the name under which its policy speaks
 * of the agent, and the short name of the service. Only an administrator can write there.
 */
const listedSchema = z.object({ agents: z.array(z.object({ name: z.string(), service: z.nullable(z.string()) })) });

const LISTED_MAXIMUM = 50;

export const windowsAgents: FactReader = {
  facts: 'agents',
  operatingSystem: 'windows',
  read: async (system) => {
    const [services, agents] = await Promise.all([readServices(system), listWindowsAgents(system)]);
    if (!services.ok) return unavailableBecause(system, SOURCE, services);
    if (!agents.ok) return unavailableBecause(system, SOURCE, agents);
    const fact: AgentsFact = {
      agents: agents.value.map((agent) => ({ name: agent.id, state: stateOf(agent, services.value) })),
    };
    return value(system, SOURCE, fact);
  },
  watch: () => [],
};

/** Those of the catalogue and the company's own; its word on a name goes before the catalogue's. */
export async function listWindowsAgents(system: SystemPort): Promise<Outcome<readonly ServiceProgram[]>> {
  const listed = await readListed(system);
  if (!listed.ok) return listed;
  const names = new Set(listed.value.map(({ id }) => id));
  return { ok: true, value: [...WINDOWS_AGENTS.filter(({ id }) => !names.has(id)), ...listed.value] };
}

/** Entries of another form are passed over: their agents are then not looked for, which is unknown. */
async function readListed(system: SystemPort): Promise<Outcome<readonly ServiceProgram[]>> {
  const section = await readSection(system, 'listedAgents', listedSchema);
  if (!section.ok) return section;
  const programs = section.value.agents.flatMap(({ name, service }) => {
    const isUsable = /^[a-z0-9][a-z0-9-]{0,63}$/.test(name) && service !== null && /^[\w .()-]{1,256}$/.test(service);
    return isUsable ? [{ id: name, services: [service] }] : [];
  });
  return { ok: true, value: programs.slice(0, LISTED_MAXIMUM) };
}
