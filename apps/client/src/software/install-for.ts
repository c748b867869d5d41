import type { AppliedFix } from '../fixes/apply-fixes.ts';
import type { StateFolder } from '../state/state-folder.ts';
import { readProvisioning } from '../state/provisioning.ts';
import { currentPlatform, type Program } from '../system/program.ts';
import type { LocalSystem } from '../system/local-system.ts';
import { type FetchTools, installSoftware, type SoftwareRequest } from './fetch-software.ts';
import { handToRootWith } from './hand-to-root.ts';
import { NOT_OFFERED } from './sentences.ts';

interface Surroundings extends Pick<FetchTools, 'onProgress'> {
  readonly program: Program;
  readonly state: StateFolder;
  readonly system: LocalSystem;
  /** Of the session with the portal; null: there is none. */
  readonly token: string | null;
}

/** Installs what a portal's fix names on this computer. Loaded when that is asked for. */
export async function installFor(
  origin: string,
  request: SoftwareRequest,
  { program, state, system, token, onProgress }: Surroundings,
): Promise<AppliedFix['result']> {
  if (token === null) return { ok: false, outcome: 'not-fixed', detail: NOT_OFFERED };
  const read = await readProvisioning(program);
  const { openOwnWeb } = await import('../network/open-web.ts');
  const web = openOwnWeb(system);
  try {
    return await installSoftware(request, {
      web,
      origin,
      token,
      keys: read.state === 'read' ? (read.value.updateKeys ?? []) : [],
      platform: currentPlatform(),
      now: system.now,
      folder: state.path,
      handToRoot: handToRootWith(program, system),
      onProgress,
    });
  } finally {
    web.close();
  }
}
