import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { writeAtomically } from '../system/atomic-file.ts';
import { type AgentService, agentService } from './agent-service.ts';
import { programWords } from './host-entry.ts';
import type { InstallTools } from './install.ts';

export type AgentInstalled =
  | { readonly state: 'started'; readonly service: AgentService }
  /** It is written down, and starts at the next login where this system can start it at all. */
  | { readonly state: 'not-started'; readonly service: AgentService; readonly detail: string };

/** Makes the system start the agent for this person, now and at every login. Repeatable. */
export async function installAgent(tools: InstallTools): Promise<AgentInstalled> {
  const service = serviceOf(tools);
  if (service.file !== null) await writeAtomically(tools.system.toReal(service.file.path), service.file.content);
  let detail = '';
  for (const command of service.start) {
    const ran = await tools.system.run(command);
    // What was not running need not be stopped; the last word has whether it runs now.
    detail = ran.ok ? (ran.value.code === 0 ? '' : ran.value.stderr.trim() || `code ${ran.value.code}`) : ran.detail;
  }
  return detail === '' ? { state: 'started', service } : { state: 'not-started', service, detail };
}

/** Takes it back. @returns what was removed; null when there was nothing that this system knew of */
export async function uninstallAgent(tools: InstallTools): Promise<string | null> {
  const service = serviceOf(tools);
  const { file } = service;
  const path = file === null ? null : tools.system.toReal(file.path);
  if (path !== null && !existsSync(path)) return null;
  let wasThere = path !== null;
  for (const command of service.stop) {
    const ran = await tools.system.run(command);
    wasThere ||= ran.ok && ran.value.code === 0;
  }
  if (path !== null) await rm(path, { force: true });
  return wasThere ? (path ?? service.name) : null;
}

function serviceOf({ program, state, system }: InstallTools): AgentService {
  return agentService({
    operatingSystem: system.operatingSystem,
    environment: system.environment,
    home: system.user.home,
    userId: system.user.id,
    words: programWords(program, state, system),
  });
}
