import type { FactReader } from '../../definition.ts';
import { readServices, type Service, WATCHED_UNIT_FOLDERS } from '../../linux/service-state.ts';
import { unavailableBecause, value } from '../../reading.ts';
import type { Outcome, SystemPort } from '../../system-port.ts';
import { LINUX_AGENTS } from './catalogue.ts';
import type { AgentsFact } from './fact.ts';
import { readIfThere } from '../../linux/if-there.ts';

/** A company adds agents of its own here, one a line: `name = unit.service`. */
const LISTED_FILE = '/etc/workplace/agents.conf';
const LISTED_MAXIMUM = 50;

export const linuxAgents: FactReader = {
  facts: 'agents',
  operatingSystem: 'linux',
  read: async (system) => {
    const agents = await listLinuxAgents(system);
    if (!agents.ok) return unavailableBecause(system, LISTED_FILE, agents);
    const states = await readServices(system, agents.value);
    if (!states.ok) return unavailableBecause(system, 'Services', states);
    const fact: AgentsFact = {
      agents: agents.value.map(({ id }) => ({ name: id, state: states.value.get(id) ?? 'absent' })),
    };
    return value(system, 'Services', fact);
  },
  watch: () => [LISTED_FILE, ...WATCHED_UNIT_FOLDERS],
};

/** Those of the catalogue and the company's own; its word on a name goes before the catalogue's. */
export async function listLinuxAgents(system: SystemPort): Promise<Outcome<readonly Service[]>> {
  const listed = await readListed(system);
  if (!listed.ok) return listed;
  const names = new Set(listed.value.map(({ id }) => id));
  return { ok: true, value: [...LINUX_AGENTS.filter(({ id }) => !names.has(id)), ...listed.value] };
}

async function readListed(system: SystemPort): Promise<Outcome<readonly Service[]>> {
  const file = await readIfThere(system, LISTED_FILE);
  return file.ok ? { ok: true, value: parseListedAgents(file.value ?? '') } : file;
}

/** Lines that are none of the form are passed over: their agents are then not looked for, which is unknown. */
export function parseListedAgents(text: string): readonly Service[] {
  const agents = new Map<string, Service>();
  for (const line of text.split('\n')) {
    const match = /^\s*([a-z0-9][a-z0-9-]{0,63})\s*=\s*([A-Za-z0-9][\w@.:-]{0,200})\.service\s*$/.exec(line);
    const [, id, unit] = match ?? [];
    if (id === undefined || unit === undefined || agents.size >= LISTED_MAXIMUM) continue;
    agents.set(id, { id, name: id, units: [`${unit}.service`], processes: [unit] });
  }
  return [...agents.values()];
}
