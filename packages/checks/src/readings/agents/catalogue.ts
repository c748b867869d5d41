import { FCI_AGENT } from './fci-agent.ts';
import type { Service } from '../../linux/service-state.ts';

const agent = (id: string, units: readonly string[], processes: readonly string[]): Service => ({
  id,
  name: id,
  units,
  processes,
});

/** Agents that are looked for on Linux, by the names under which policies speak of them. */
export const LINUX_AGENTS: readonly Service[] = [
  agent(FCI_AGENT, ['fci-agent.service'], ['fci-agent']),
  agent('ninjaone', ['ninjarmm-linagent.service', 'ninjarmm-agent.service'], ['ninjarmm-linagent']),
  agent('connectwise-automate', ['ltechagent.service'], ['ltechagent']),
  agent('datto', ['cag.service'], ['cag']),
  agent('atera', ['AteraAgent.service'], ['AteraAgent']),
  agent('n-sight', ['rmmagent.service', 'rmmagentd.service'], ['rmmagentd']),
  agent('action1', ['action1_agent.service'], ['action1_agent']),
  agent('tactical', ['tacticalagent.service'], ['tacticalagent']),
  agent('meshcentral', ['meshagent.service'], ['meshagent']),
  agent('teamviewer', ['teamviewerd.service'], ['teamviewerd']),
  agent('pulseway', ['pulseway.service'], ['pulsewayd']),
  agent('level', ['level.service'], ['level']),
  agent('manageengine', ['dcservice.service'], ['dcservice']),
  agent('splashtop', ['SRStreamer.service'], ['SRStreamer']),
  agent('jumpcloud', ['jcagent.service'], ['jumpcloud-agent']),
  agent('fleet', ['orbit.service'], ['orbit']),
  agent('netlock', ['netlock-rmm-agent-comm.service'], ['netlock-rmm-agent-comm']),
];
