import { say } from '@vestibule/contracts';
import { LAUNCH_DAEMONS_FOLDER, labelsOf, listInstalledLabels, NOT_LOADED } from '../../macos/launch-daemons.ts';
import { readTool } from '../../macos/tool.ts';
import type { ChangePort, Outcome } from '../../system-port.ts';
import { listMacosAgents, macosAgents } from './macos.ts';
import type { AgentStarter } from './start-agent.ts';

const TIMEOUT_MS = 30_000;

export const macosAgentStarter: AgentStarter = {
  operatingSystem: 'macos',
  reader: macosAgents,
  start: async (system, name) => {
    const [agents, installed] = await Promise.all([listMacosAgents(system), listInstalledLabels(system)]);
    if (!agents.ok) return agents;
    if (!installed.ok) return installed;
    const daemon = agents.value.find(({ id }) => id === name);
    const labels = daemon === undefined ? [] : labelsOf(daemon, installed.value);
    if (labels.length === 0) {
      return {
        ok: false,
        reason: 'not-supported',
        detail: say('There is no file for {name} in {folder}.', { name, folder: LAUNCH_DAEMONS_FOLDER }),
      };
    }
    const back: string[] = [];
    for (const label of labels) {
      const started = await startDaemon(system, label);
      if (!started.ok) return started;
      back.push(`launchctl bootout system/${label}`);
    }
    return { ok: true, value: back.join('; ') };
  },
};

async function startDaemon(system: ChangePort, label: string): Promise<Outcome<string>> {
  const allowed = await readTool(system, 'launchctl', ['enable', `system/${label}`], TIMEOUT_MS);
  if (!allowed.ok) return allowed;
  const known = await system.run({
    tool: 'launchctl',
    arguments: ['print', `system/${label}`],
    timeoutMs: TIMEOUT_MS,
  });
  if (!known.ok) return known;
  return known.value.code === NOT_LOADED
    ? readTool(system, 'launchctl', ['bootstrap', 'system', `${LAUNCH_DAEMONS_FOLDER}/${label}.plist`], TIMEOUT_MS)
    : readTool(system, 'launchctl', ['kickstart', `system/${label}`], TIMEOUT_MS);
}
