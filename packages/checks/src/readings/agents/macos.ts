import type { FactReader } from '../../definition.ts';
import { type Daemon, LAUNCH_DAEMONS_FOLDER, readDaemons } from '../../macos/launch-daemons.ts';
import { unavailableBecause, value } from '../../reading.ts';
import type { Outcome, SystemPort } from '../../system-port.ts';
import type { AgentsFact } from './fact.ts';
import { MACOS_AGENTS } from './macos-catalogue.ts';

/** A company adds agents of its own here, one a line: `name = launchd.label`. Only an administrator can write it. */
const LISTED_FILE = '/Library/Application Support/Workplace/agents.conf';
const LISTED_MAXIMUM = 50;

export const macosAgents: FactReader = {
  facts: 'agents',
  operatingSystem: 'macos',
  read: async (system) => {
    const agents = await listMacosAgents(system);
    if (!agents.ok) return unavailableBecause(system, LISTED_FILE, agents);
    const states = await readDaemons(system, agents.value);
    if (!states.ok) return unavailableBecause(system, 'launchd', states);
    const fact: AgentsFact = { agents: [...states.value].map(([name, state]) => ({ name, state })) };
    return value(system, 'launchd', fact);
  },
  watch: () => [LISTED_FILE, LAUNCH_DAEMONS_FOLDER],
};

/** Those of the catalogue and the company's own; its word on a name goes before the catalogue's. */
export async function listMacosAgents(system: SystemPort): Promise<Outcome<readonly Daemon[]>> {
  const listed = await readListed(system);
  if (!listed.ok) return listed;
  const names = new Set(listed.value.map(({ id }) => id));
  return { ok: true, value: [...MACOS_AGENTS.filter(({ id }) => !names.has(id)), ...listed.value] };
}

async function readListed(system: SystemPort): Promise<Outcome<readonly Daemon[]>> {
  const file = await system.readFile(LISTED_FILE);
  if (!file.ok) return file.reason === 'missing' ? { ok: true, value: [] } : file;
  return { ok: true, value: parseListedDaemons(file.value) };
}

/** Lines that are none of the form are passed over: their agents are then not looked for, which is unknown. */
export function parseListedDaemons(text: string): readonly Daemon[] {
  const daemons = new Map<string, Daemon>();
  for (const line of text.split('\n')) {
    const match = /^\s*([a-z0-9][a-z0-9-]{0,63})\s*=\s*([A-Za-z0-9][\w.-]{0,200})\s*$/.exec(line);
    const [, id, label] = match ?? [];
    if (id === undefined || label === undefined || daemons.size >= LISTED_MAXIMUM) continue;
    daemons.set(id, { id, labels: [label], programs: [] });
  }
  return [...daemons.values()];
}
