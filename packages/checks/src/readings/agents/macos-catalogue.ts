import type { Daemon } from '../../macos/launch-daemons.ts';
import { FCI_AGENT } from './fci-agent.ts';

const daemon = (id: string, labels: Daemon['labels'], programs: readonly string[] = []): Daemon => ({
  id,
  labels,
  programs,
});

/**
 * Agents that are looked for on macOS, by the names under which policies speak of them. Only those whose names are
 * certain: an agent looked for under a wrong name would be called missing where it runs.
 */
export const MACOS_AGENTS: readonly Daemon[] = [
  daemon(FCI_AGENT, ['fci-agent']),
  daemon('ninjaone', [], ['/Applications/NinjaRMMAgent/programfiles/ninjarmm-macagent']),
  daemon('connectwise-automate', ['com.labtechsoftware.LTSvc']),
  daemon('screenconnect', [/^(?:screenconnect|connectwisecontrol)-[0-9a-f]{16}$/]),
  daemon('datto', ['com.centrastage.cag']),
  daemon('kaseya', ['com.kaseya.agentmon', 'com.kaseya.endpoint']),
  daemon('atera', ['com.atera.ateraagent']),
  daemon('n-central', ['com.n-able.agent-macosx', 'com.n-able.agent-macos10_4ppc']),
  daemon('action1', ['com.action1.agent']),
  daemon('tactical', ['tacticalagent']),
  daemon('meshcentral', [], ['/usr/local/mesh_services/meshagent', '/opt/tacticalmesh/meshagent']),
  daemon('teamviewer', ['com.teamviewer.teamviewer_service', 'com.teamviewer.Helper', 'com.teamviewer.service']),
  daemon('addigy', ['com.addigy.agent']),
  daemon('jamf', ['com.jamfsoftware.jamf.daemon', 'com.jamf.management.daemon']),
  daemon('jumpcloud', ['com.jumpcloud.darwin-agent']),
  daemon('fleet', ['com.fleetdm.orbit']),
  daemon('netlock', ['com.netlock.rmm.agentcomm']),
];
